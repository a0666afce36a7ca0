// Whether a text is no part of the string that it is put into.

#include "analysis/exec/runtime/cxx/engine.h"

#include <string>

namespace {

template <class String> bool isDisjunct(const String& string, const typename String::value_type* text) {
  const typename String::value_type* begin = string.data();
  return !beagle_same_object(text, begin) || text < begin || begin + string.size() < text;
}

} // namespace

extern "C" {

/// std::string::_M_disjunct
bool beagle_string_disjunct(const std::string* string, const char* text) __asm__(
    "_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE11_M_disjunctEPKc");
/// std::wstring::_M_disjunct
bool beagle_wstring_disjunct(const std::wstring* string, const wchar_t* text) __asm__(
    "_ZNKSt7__cxx1112basic_stringIwSt11char_traitsIwESaIwEE11_M_disjunctEPKw");

BEAGLE_REPLACEMENT bool beagle_string_disjunct(const std::string* string, const char* text) {
  return isDisjunct(*string, text);
}

BEAGLE_REPLACEMENT bool beagle_wstring_disjunct(const std::wstring* string, const wchar_t* text) {
  return isDisjunct(*string, text);
}
}
