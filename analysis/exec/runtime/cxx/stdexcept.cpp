// <stdexcept>

#include "analysis/exec/runtime/cxx/messages.h"

#include <cstring>
#include <stdexcept>

using beagle::Message;

namespace std {

// Its pointer is to a beagle::Message.

static Message* messageOf(const __cow_string& string) {
  return reinterpret_cast<Message*>(const_cast<char*>(string._M_p));
}
static const char* pointerTo(Message* message) { return reinterpret_cast<const char*>(message); }

__cow_string::__cow_string() : _M_p(pointerTo(beagle::makeMessage("", 0))) {}
__cow_string::__cow_string(const string& text) : _M_p(pointerTo(beagle::makeMessage(text.data(), text.size()))) {}
__cow_string::__cow_string(const char* text, size_t length) : _M_p(pointerTo(beagle::makeMessage(text, length))) {}
__cow_string::__cow_string(const __cow_string& other) noexcept : _M_p(other._M_p) { beagle::keep(messageOf(*this)); }
__cow_string::__cow_string(__cow_string&& other) noexcept : __cow_string(static_cast<const __cow_string&>(other)) {}
__cow_string::~__cow_string() { beagle::release(messageOf(*this)); }

__cow_string& __cow_string::operator=(const __cow_string& other) noexcept {
  beagle::keep(messageOf(other));
  beagle::release(messageOf(*this));
  _M_p = other._M_p;
  return *this;
}
__cow_string& __cow_string::operator=(__cow_string&& other) noexcept {
  return *this = static_cast<const __cow_string&>(other);
}

logic_error::logic_error(const string& text) : _M_msg(text) {}
logic_error::logic_error(const char* text) : _M_msg(text, strlen(text)) {}
logic_error::logic_error(const logic_error& other) noexcept = default;
logic_error::logic_error(logic_error&& other) noexcept = default;
logic_error& logic_error::operator=(const logic_error& other) noexcept = default;
logic_error& logic_error::operator=(logic_error&& other) noexcept = default;
logic_error::~logic_error() noexcept = default;
const char* logic_error::what() const noexcept { return beagle::textOf(messageOf(_M_msg)); }

runtime_error::runtime_error(const string& text) : _M_msg(text) {}
runtime_error::runtime_error(const char* text) : _M_msg(text, strlen(text)) {}
runtime_error::runtime_error(const runtime_error& other) noexcept = default;
runtime_error::runtime_error(runtime_error&& other) noexcept = default;
runtime_error& runtime_error::operator=(const runtime_error& other) noexcept = default;
runtime_error& runtime_error::operator=(runtime_error&& other) noexcept = default;
runtime_error::~runtime_error() noexcept = default;
const char* runtime_error::what() const noexcept { return beagle::textOf(messageOf(_M_msg)); }

#define KIND_OF_ERROR(NAME, BASE)                                                                                      \
  NAME::NAME(const string& text) : BASE(text) {}                                                                       \
  NAME::NAME(const char* text) : BASE(text) {}                                                                         \
  NAME::~NAME() noexcept = default;

KIND_OF_ERROR(domain_error, logic_error)
KIND_OF_ERROR(invalid_argument, logic_error)
KIND_OF_ERROR(length_error, logic_error)
KIND_OF_ERROR(out_of_range, logic_error)
KIND_OF_ERROR(range_error, runtime_error)
KIND_OF_ERROR(overflow_error, runtime_error)
KIND_OF_ERROR(underflow_error, runtime_error)

} // namespace std
