// The way of an exception: first who catches it is looked for, then everything up to there is left.

#include "analysis/exec/runtime/cxx/exceptions.h"
#include "analysis/exec/runtime/cxx/messages.h"

#include <cstring>

using beagle::Exception;
using beagle::Flight;
using beagle::Message;

namespace {

constexpr int filterSelector = -1;

/// What a handler for `wanted` would see.
bool catches(const std::type_info* wanted, const Flight& flight, void*& caught) {
  const std::type_info* thrown = flight.exception->type;
  caught = flight.exception->object;
  if (thrown->__is_pointer_p()) std::memcpy(&caught, flight.exception->object, sizeof caught);
  return !wanted || wanted->__do_catch(thrown, &caught, 1);
}

bool stops(int frame, int clause, int types, Flight& flight) {
  if (types >= 0) { // a catch
    const std::type_info* wanted = beagle_clause_type(frame, clause, 0);
    flight.selector = beagle_selector(wanted);
    return catches(wanted, flight, flight.caught);
  }
  flight.selector = filterSelector; // stops what is none of the types
  void* ignored = nullptr;
  for (int i = 0; i < -1 - types; ++i)
    if (catches(beagle_clause_type(frame, clause, i), flight, ignored)) return false;
  return true;
}

bool findHandler(Flight& flight) {
  for (int frame = beagle_find_pad(beagle_thisFrame); frame != beagle_noFrame; frame = beagle_find_pad(frame)) {
    flight.frame = frame;
    const int clauses = beagle_pad_clauses(frame);
    for (int i = 0; i < clauses; ++i)
      if (stops(frame, i, beagle_clause_types(frame, i), flight)) return true;
  }
  flight.frame = beagle_noFrame;
  catches(nullptr, flight, flight.caught);
  return false;
}

/// A message that is still to be made, without making it.
struct Pieces {
  beagle_Piece all[2 * Message::mostArguments + 1];
  int count = 0;

  explicit Pieces(const Message& message) {
    const char* from = message.format;
    const unsigned long* argument = message.arguments;
    const char* at = from;
    const auto addText = [&](const char* to) {
      if (to != from) all[count++] = {from, static_cast<std::size_t>(to - from)};
    };
    for (; *at; ++at) {
      if (*at != '%') continue;
      addText(at);
      if (at[1] == '%') {
        from = ++at; // with it, the second one
        continue;
      }
      if (at[1] == 's') {
        const auto* text = reinterpret_cast<const char*>(*argument++);
        all[count++] = {text, std::strlen(text)};
        at += 1;
      } else { // %zu
        all[count++] = {nullptr, *argument++};
        at += 2;
      }
      from = at + 1;
    }
    addText(at);
  }
};

/// The next frame on the way: cleanups, and at last the handler.
void goOn(Flight* flight) {
  for (int frame = beagle_find_pad(beagle_thisFrame); frame != flight->frame; frame = beagle_find_pad(frame))
    if (beagle_pad_cleans(frame)) beagle_land(frame, flight, 0);
  if (flight->frame == beagle_noFrame) beagle_leave(flight);
  else beagle_land(flight->frame, flight, flight->selector);
}

} // namespace

namespace beagle {

OpenMessage* openMessage;

/// Out of a program, nothing is left on the way: it ends where it stands.
void raise(Flight* flight) {
  if (findHandler(*flight) || beagle_may_leave()) goOn(flight);
}

} // namespace beagle

extern "C" {

/// After a cleanup.
[[noreturn]] void _Unwind_Resume(void* flight) {
  goOn(static_cast<Flight*>(flight));
  beagle_unsupported("an exception that is thrown on and has nowhere to go");
}

// What these names stand for is done here and in the engine.
int __gxx_personality_v0(...) { beagle_unsupported("a call of __gxx_personality_v0"); }
int __gcc_personality_v0(...) { beagle_unsupported("a call of __gcc_personality_v0"); }

/// The exception has left the entry.
void beagle_left(void* landed) {
  const auto* flight = static_cast<Flight*>(landed);
  const Exception* exception = flight->exception;
  const char* type = exception->type->name();
  void* caught = nullptr;
  if (!catches(&typeid(std::exception), *flight, caught)) beagle_thrown(type, exception->object, nullptr, 0);
  const auto* standard = static_cast<const std::exception*>(caught);
  if (const Message* message = beagle::openMessage ? beagle::openMessage(*standard) : nullptr) {
    Pieces pieces(*message);
    beagle_thrown(type, exception->object, pieces.all, pieces.count);
  }
  const char* what = standard->what();
  const beagle_Piece piece = {what, std::strlen(what)};
  beagle_thrown(type, exception->object, &piece, 1);
}
}
