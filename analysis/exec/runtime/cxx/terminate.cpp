// std::terminate and what leads there.

#include "analysis/exec/runtime/cxx/exceptions.h"

#include <cxxabi.h>

#include <cstdlib>
#include <cstring>

namespace {

void say(const char* text) { beagle_write(2, text, std::strlen(text)); }

std::unexpected_handler onUnexpected = std::terminate;

/// A piece of the message that is also the reason why the run ended.
class Message {
public:
  void add(const char* text) {
    while (*text && length_ + 1 < sizeof text_) text_[length_++] = *text++;
    text_[length_] = 0;
  }
  [[nodiscard]] const char* text() const { return text_; }

private:
  char text_[1000] = {};
  std::size_t length_ = 0;
};

void addType(Message& message, const std::type_info& type) {
  char name[500];
  message.add(beagle_demangle(name, sizeof name, type.name()) == 0 ? type.name() : name);
}

bool isTerminating;

} // namespace

namespace __gnu_cxx {

/// Says which exception it was, and its what().
void __verbose_terminate_handler() {
  if (isTerminating) {
    say("terminate called recursively\n");
    beagle_abort("terminate called recursively");
  }
  isTerminating = true;
  Message message;
  const std::type_info* type = abi::__cxa_current_exception_type();
  if (!type) {
    message.add("terminate called without an active exception");
    say(message.text());
    say("\n");
    beagle_abort(message.text());
  }
  message.add("terminate called after throwing an instance of '");
  addType(message, *type);
  message.add("'");
  say(message.text());
  say("\n");
  try {
    throw;
  } catch (const std::exception& exception) {
    const char* what = exception.what();
    say("  what():  ");
    say(what);
    say("\n");
    message.add(": ");
    message.add(what);
  } catch (...) {
  }
  beagle_abort(message.text());
}

} // namespace __gnu_cxx

namespace std {

static terminate_handler onTerminate = __gnu_cxx::__verbose_terminate_handler;

terminate_handler get_terminate() noexcept { return onTerminate; }

terminate_handler set_terminate(terminate_handler handler) noexcept {
  terminate_handler before = onTerminate;
  onTerminate = handler;
  return before;
}

void terminate() noexcept {
  try {
    onTerminate();
  } catch (...) {
  }
  beagle_abort("terminate called");
}

unexpected_handler get_unexpected() noexcept { return onUnexpected; }

unexpected_handler set_unexpected(unexpected_handler handler) noexcept {
  unexpected_handler before = onUnexpected;
  onUnexpected = handler;
  return before;
}

void unexpected() {
  onUnexpected();
  terminate();
}

} // namespace std

extern "C" {

/// A function was left by an exception that its specification does not allow.
[[noreturn]] void __cxa_call_unexpected(void* flight) {
  if (onUnexpected != std::terminate) beagle_unsupported("a handler of std::set_unexpected");
  __cxa_begin_catch(flight);
  std::terminate();
}

void __cxa_pure_virtual() {
  say("pure virtual method called\n");
  std::terminate();
}

void __cxa_deleted_virtual() {
  say("deleted virtual method called\n");
  std::terminate();
}
}
