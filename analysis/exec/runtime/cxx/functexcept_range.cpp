// std::out_of_range with the numbers that are out of range, which often are not known: see messages.h.

#include "analysis/exec/runtime/cxx/messages.h"

#include <cstdarg>
#include <cstring>
#include <stdexcept>

using beagle::Message;

namespace {

/// Where a std::logic_error has its message: behind the pointer to its vtable.
Message*& messageIn(const std::logic_error& error) {
  return reinterpret_cast<Message**>(const_cast<std::logic_error*>(&error))[1];
}

const Message* openMessageOf(const std::exception& exception) {
  if (typeid(exception) != typeid(std::out_of_range)) return nullptr;
  const Message* message = messageIn(static_cast<const std::logic_error&>(exception));
  return message->text ? nullptr : message;
}

} // namespace

namespace std {

void __throw_out_of_range_fmt(const char* format, ...) {
  unsigned long arguments[Message::mostArguments] = {};
  va_list list;
  va_start(list, format);
  int count = 0;
  for (const char* at = format; *at && count < Message::mostArguments; ++at) {
    if (*at != '%') continue;
    if (*++at != '%') arguments[count++] = va_arg(list, unsigned long);
  }
  va_end(list);
  out_of_range error("");
  beagle::release(messageIn(error));
  messageIn(error) = beagle::makeMessage(format, arguments);
  beagle::openMessage = openMessageOf;
  throw error;
}

} // namespace std
