// std::locale: there is the locale "C", and what programs make of it with facets of their own.

#include "analysis/exec/runtime/cxx/facets.h"

#include <cstring>
#include <new>
#include <stdexcept>

namespace std {

// --- numbers of facets ---

_Atomic_word locale::id::_S_refcount;

size_t locale::id::_M_id() const noexcept {
  if (_M_index == 0) _M_index = static_cast<size_t>(++_S_refcount);
  return _M_index - 1;
}

// --- facets ---

locale::facet::~facet() = default;

/// What the C library has in its place is never looked at.
__c_locale locale::facet::_S_get_c_locale() {
  static struct __locale_struct theC;
  return &theC;
}

void locale::facet::_S_create_c_locale(__c_locale& made, const char*, __c_locale) { made = _S_get_c_locale(); }
__c_locale locale::facet::_S_clone_c_locale(__c_locale& from) noexcept { return from; }
void locale::facet::_S_destroy_c_locale(__c_locale&) {}

const char* locale::facet::_S_get_c_name() noexcept { return "C"; }

// --- what a locale holds ---

namespace {

template <class T> void grow(T**& array, size_t from, size_t to) {
  T** bigger = new T*[to];
  for (size_t i = 0; i < to; ++i) bigger[i] = i < from ? array[i] : nullptr;
  delete[] array;
  array = bigger;
}

} // namespace

locale::_Impl::_Impl(size_t references) noexcept
    : _M_refcount(static_cast<_Atomic_word>(references)), _M_facets(nullptr), _M_facets_size(0), _M_caches(nullptr),
      _M_names(new char*[_S_categories_size]()) {
  _M_names[0] = new char[2]{'C', 0};
}

locale::_Impl::_Impl(const _Impl& other, size_t references)
    : _M_refcount(static_cast<_Atomic_word>(references)), _M_facets(nullptr), _M_facets_size(0), _M_caches(nullptr),
      _M_names(new char*[_S_categories_size]()) {
  for (size_t i = 0; i < other._M_facets_size; ++i)
    if (other._M_facets[i]) {
      grow(_M_facets, _M_facets_size, i + 1);
      grow(_M_caches, _M_facets_size, i + 1);
      _M_facets_size = i + 1;
      _M_facets[i] = other._M_facets[i];
      _M_facets[i]->_M_add_reference();
    }
  if (!other._M_names[0]) return;
  _M_names[0] = new char[strlen(other._M_names[0]) + 1];
  strcpy(_M_names[0], other._M_names[0]);
}

locale::_Impl::~_Impl() noexcept {
  for (size_t i = 0; i < _M_facets_size; ++i) {
    if (_M_facets[i]) _M_facets[i]->_M_remove_reference();
    if (_M_caches[i]) _M_caches[i]->_M_remove_reference();
  }
  delete[] _M_facets;
  delete[] _M_caches;
  for (int i = 0; i < _S_categories_size; ++i) delete[] _M_names[i];
  delete[] _M_names;
}

void locale::_Impl::_M_install_facet(const locale::id* id, const facet* facet) {
  if (!facet) return;
  const size_t index = id->_M_id();
  if (index >= _M_facets_size) {
    grow(_M_facets, _M_facets_size, index + 1);
    grow(_M_caches, _M_facets_size, index + 1);
    _M_facets_size = index + 1;
  }
  facet->_M_add_reference();
  if (_M_facets[index]) _M_facets[index]->_M_remove_reference();
  _M_facets[index] = facet;
  // What was worked out from the facets before does not hold any more.
  for (size_t i = 0; i < _M_facets_size; ++i) {
    if (_M_caches[i]) _M_caches[i]->_M_remove_reference();
    _M_caches[i] = nullptr;
  }
}

void locale::_Impl::_M_install_cache(const facet* cache, size_t index) {
  if (_M_caches[index]) {
    delete cache;
    return;
  }
  cache->_M_add_reference();
  _M_caches[index] = cache;
}

void locale::_Impl::_M_replace_facet(const _Impl* other, const locale::id* id) {
  const size_t index = id->_M_id();
  if (index >= other->_M_facets_size || !other->_M_facets[index])
    throw runtime_error("locale::_Impl::_M_replace_facet");
  _M_install_facet(id, other->_M_facets[index]);
}

// --- locales ---

locale::_Impl* locale::_S_classic;
locale::_Impl* locale::_S_global;

void locale::_S_initialize() {
  if (_S_classic) return;
  _S_classic = _S_global = new _Impl(size_t{2});
  beagle::forEachFacet([](const locale::id& id, const facet* facet) { _S_classic->_M_install_facet(&id, facet); });
}

const locale& locale::classic() {
  static char storage[sizeof(locale)];
  _S_initialize();
  auto* result = reinterpret_cast<locale*>(storage);
  result->_M_impl = _S_classic;
  return *result;
}

locale::locale(_Impl* implementation) noexcept : _M_impl(implementation) {}

locale::locale() noexcept {
  _S_initialize();
  _M_impl = _S_global;
  _M_impl->_M_add_reference();
}

locale::locale(const locale& other) noexcept : _M_impl(other._M_impl) { _M_impl->_M_add_reference(); }

locale::locale(const char* name) : _M_impl(nullptr) {
  if (!name) throw runtime_error("locale::locale null not valid");
  const bool isClassic = strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0;
  if (*name == 0) beagle_approximate("the environment names the locale \"C\"");
  else if (!isClassic) beagle_unsupported("a locale other than \"C\"");
  _S_initialize();
  _M_impl = _S_classic;
  _M_impl->_M_add_reference();
}

locale::~locale() noexcept { _M_impl->_M_remove_reference(); }

const locale& locale::operator=(const locale& other) noexcept {
  other._M_impl->_M_add_reference();
  _M_impl->_M_remove_reference();
  _M_impl = other._M_impl;
  return *this;
}

bool locale::operator==(const locale& other) const noexcept {
  if (_M_impl == other._M_impl) return true;
  const char* name = _M_impl->_M_names[0];
  const char* otherName = other._M_impl->_M_names[0];
  return name && otherName && strcmp(name, otherName) == 0;
}

string locale::name() const { return _M_impl->_M_names[0] ? _M_impl->_M_names[0] : "*"; }

locale locale::global(const locale& other) {
  _S_initialize();
  _Impl* before = _S_global;
  other._M_impl->_M_add_reference();
  _S_global = other._M_impl;
  return locale(before);
}

} // namespace std
