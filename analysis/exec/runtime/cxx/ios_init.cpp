// Makes std::cout and the others, over the streams of stdio.h, so that what both write is in order.

#include <ext/stdio_sync_filebuf.h>

#include <cstdio>
#include <istream>
#include <new>
#include <ostream>

namespace std {

extern istream cin;
extern ostream cout, cerr, clog;

namespace {

using Buffer = __gnu_cxx::stdio_sync_filebuf<char>;

/// One that nobody destroys: what is destroyed at the end may still write.
template <int number> Buffer* bufferOf(FILE* file) {
  alignas(Buffer) static char storage[sizeof(Buffer)];
  return new (storage) Buffer(file);
}

} // namespace

_Atomic_word ios_base::Init::_S_refcount;
bool ios_base::Init::_S_synced_with_stdio = true;

ios_base::Init::Init() {
  if (_S_refcount++ != 0) return;
  ++_S_refcount; // one that stays
  new (&cout) ostream(bufferOf<1>(stdout));
  new (&cin) istream(bufferOf<0>(stdin));
  Buffer* errors = bufferOf<2>(stderr);
  new (&cerr) ostream(errors);
  new (&clog) ostream(errors);
  cin.tie(&cout);
  cerr.setf(ios_base::unitbuf);
  cerr.tie(&cout);
}

ios_base::Init::~Init() {
  if (--_S_refcount != 1) return;
  cout.flush();
  cerr.flush();
  clog.flush();
}

/// They stay in order also for whoever asks for less.
bool ios_base::sync_with_stdio(bool isSynced) {
  const bool before = Init::_S_synced_with_stdio;
  Init::_S_synced_with_stdio = isSynced;
  return before;
}

} // namespace std

template class __gnu_cxx::stdio_sync_filebuf<char>;
