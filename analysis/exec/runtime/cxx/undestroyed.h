#pragma once

#include <new>

namespace beagle {

/// The only object of its type here: it is made when it is first asked for, and nobody destroys it.
template <class Object, class... Arguments> Object& undestroyed(Arguments... arguments) {
  alignas(Object) static char storage[sizeof(Object)];
  static Object* const made = new (storage) Object(arguments...);
  return *made;
}

} // namespace beagle
