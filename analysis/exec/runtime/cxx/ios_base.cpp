// std::ios_base: flags, own words and callbacks of streams.

#include <ios>

namespace std {

ios_base::ios_base() noexcept
    : _M_precision(), _M_width(), _M_flags(), _M_exception(), _M_streambuf_state(), _M_callbacks(nullptr),
      _M_word_zero(), _M_word_size(_S_local_word_size), _M_word(_M_local_word), _M_ios_locale() {}

ios_base::~ios_base() {
  _M_call_callbacks(erase_event);
  _M_dispose_callbacks();
  if (_M_word != _M_local_word) delete[] _M_word;
}

void ios_base::_M_init() noexcept {
  _M_precision = 6;
  _M_width = 0;
  _M_flags = skipws | dec;
  _M_ios_locale = locale();
}

locale ios_base::imbue(const locale& locale) noexcept {
  std::locale before = _M_ios_locale;
  _M_ios_locale = locale;
  _M_call_callbacks(imbue_event);
  return before;
}

void ios_base::register_callback(event_callback function, int index) {
  _M_callbacks = new _Callback_list(function, index, _M_callbacks);
}

void ios_base::_M_call_callbacks(event kind) noexcept {
  for (_Callback_list* each = _M_callbacks; each; each = each->_M_next) {
    try {
      each->_M_fn(kind, *this, each->_M_index);
    } catch (...) {
    }
  }
}

void ios_base::_M_dispose_callbacks() noexcept {
  while (_Callback_list* first = _M_callbacks) {
    if (first->_M_remove_reference() != 0) break; // copies of the stream have it, too
    _M_callbacks = first->_M_next;
    delete first;
  }
  _M_callbacks = nullptr;
}

int ios_base::xalloc() noexcept {
  static int words = 0;
  return words++ + 4; // the first ones are the library's
}

ios_base::_Words& ios_base::_M_grow_words(int index, bool) {
  _Words* words = new _Words[index + 1];
  for (int i = 0; i < _M_word_size; ++i) words[i] = _M_word[i];
  if (_M_word != _M_local_word) delete[] _M_word;
  _M_word = words;
  _M_word_size = index + 1;
  return _M_word[index];
}

void ios_base::_M_move(ios_base& other) noexcept {
  _M_precision = other._M_precision;
  _M_width = other._M_width;
  _M_flags = other._M_flags;
  _M_exception = other._M_exception;
  _M_streambuf_state = other._M_streambuf_state;
  _M_call_callbacks(erase_event);
  _M_dispose_callbacks();
  _M_callbacks = other._M_callbacks;
  other._M_callbacks = nullptr;
  if (_M_word != _M_local_word) delete[] _M_word;
  if (other._M_word == other._M_local_word) {
    _M_word = _M_local_word;
    for (int i = 0; i < _S_local_word_size; ++i) {
      _M_word[i] = other._M_word[i];
      other._M_word[i] = {};
    }
  } else {
    _M_word = other._M_word;
    other._M_word = other._M_local_word;
  }
  _M_word_size = other._M_word_size;
  other._M_word_size = _S_local_word_size;
  _M_ios_locale = other._M_ios_locale;
}

void ios_base::_M_swap(ios_base& other) noexcept {
  swap(_M_precision, other._M_precision);
  swap(_M_width, other._M_width);
  swap(_M_flags, other._M_flags);
  swap(_M_exception, other._M_exception);
  swap(_M_streambuf_state, other._M_streambuf_state);
  swap(_M_callbacks, other._M_callbacks);
  _Words* const mine = _M_word == _M_local_word ? nullptr : _M_word;
  _Words* const its = other._M_word == other._M_local_word ? nullptr : other._M_word;
  for (int i = 0; i < _S_local_word_size; ++i) swap(_M_local_word[i], other._M_local_word[i]);
  _M_word = its ? its : _M_local_word;
  other._M_word = mine ? mine : other._M_local_word;
  swap(_M_word_size, other._M_word_size);
  swap(_M_ios_locale, other._M_ios_locale);
}

} // namespace std
