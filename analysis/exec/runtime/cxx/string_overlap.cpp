// Whether a text is no part of the string that it is put into.

#include "analysis/exec/runtime/cxx/engine.h"

#include <string>

extern "C" {

/// std::string::_M_disjunct
bool beagle_string_disjunct(const std::string* string, const char* text) __asm__(
    "_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE11_M_disjunctEPKc");

BEAGLE_REPLACEMENT bool beagle_string_disjunct(const std::string* string, const char* text) {
  const char* begin = string->data();
  return !beagle_same_object(text, begin) || text < begin || begin + string->size() < text;
}
}
