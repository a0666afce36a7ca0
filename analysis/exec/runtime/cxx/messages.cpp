#include "analysis/exec/runtime/cxx/messages.h"

#include <cstdio>
#include <cstring>

namespace beagle {

static void* allocate(std::size_t size) { return beagle_allocate(beagle_Runtime, size, alignof(Message)); }

Message* makeMessage(const char* text, std::size_t length) {
  auto* message = static_cast<Message*>(allocate(sizeof(Message)));
  *message = {1, static_cast<char*>(allocate(length + 1)), nullptr, {}};
  std::memcpy(message->text, text, length);
  message->text[length] = 0;
  return message;
}

Message* makeMessage(const char* format, const unsigned long (&arguments)[Message::mostArguments]) {
  auto* message = static_cast<Message*>(allocate(sizeof(Message)));
  *message = {1, nullptr, format, {arguments[0], arguments[1], arguments[2], arguments[3]}};
  return message;
}

const char* textOf(Message* message) {
  if (message->text) return message->text;
  const unsigned long* arguments = message->arguments;
  const auto print = [&](char* text, std::size_t size) {
    return std::snprintf(text, size, message->format, arguments[0], arguments[1], arguments[2], arguments[3]);
  };
  const std::size_t size = static_cast<std::size_t>(print(nullptr, 0)) + 1;
  auto* text = static_cast<char*>(allocate(size));
  print(text, size);
  message->text = text;
  return text;
}

void keep(Message* message) { ++message->references; }

void release(Message* message) {
  if (--message->references > 0) return;
  if (message->text) beagle_release(beagle_Runtime, message->text);
  beagle_release(beagle_Runtime, message);
}

} // namespace beagle
