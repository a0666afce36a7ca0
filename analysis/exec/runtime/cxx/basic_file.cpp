// std::__basic_file: what std::filebuf reads and writes through. It opens by stdio.h, and goes past its buffers.

#include <bits/basic_file.h>
#include <unistd.h>

#include <cerrno>

namespace std {

namespace {

/// As fopen has it; null for modes that nothing is opened with.
const char* nameOf(ios_base::openmode mode) {
  const auto in = ios_base::in, out = ios_base::out, trunc = ios_base::trunc, app = ios_base::app;
  const auto asked = mode & (in | out | trunc | app);
  const bool isBinary = (mode & ios_base::binary) != 0;
  if (asked == out || asked == (out | trunc)) return isBinary ? "wb" : "w";
  if (asked == app || asked == (out | app)) return isBinary ? "ab" : "a";
  if (asked == in) return isBinary ? "rb" : "r";
  if (asked == (in | out)) return isBinary ? "r+b" : "r+";
  if (asked == (in | out | trunc)) return isBinary ? "w+b" : "w+";
  if (asked == (in | app) || asked == (in | out | app)) return isBinary ? "a+b" : "a+";
  return nullptr;
}

/// How much of it was written.
streamsize writeAll(int descriptor, const char* bytes, streamsize count) {
  streamsize left = count;
  while (left > 0) {
    const ssize_t written = write(descriptor, bytes, static_cast<size_t>(left));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) break;
    bytes += written;
    left -= written;
  }
  return count - left;
}

} // namespace

using File = __basic_file<char>;

File::__basic_file(__c_lock*) noexcept : _M_cfile(nullptr), _M_cfile_created(false) {}
File::~__basic_file() { close(); }

File* File::open(const char* name, ios_base::openmode mode, int) {
  const char* how = nameOf(mode);
  if (!how || is_open()) return nullptr;
  _M_cfile = fopen(name, how);
  _M_cfile_created = _M_cfile != nullptr;
  return _M_cfile ? this : nullptr;
}

File* File::sys_open(__c_file* file, ios_base::openmode) {
  if (is_open() || fflush(file) != 0) return nullptr;
  _M_cfile = file;
  _M_cfile_created = false;
  return this;
}

File* File::sys_open(int descriptor, ios_base::openmode mode) noexcept {
  const char* how = nameOf(mode);
  if (!how || is_open()) return nullptr;
  _M_cfile = fdopen(descriptor, how);
  _M_cfile_created = _M_cfile != nullptr;
  return _M_cfile ? this : nullptr;
}

File* File::close() {
  if (!is_open()) return nullptr;
  const bool isClosed = !_M_cfile_created || fclose(_M_cfile) == 0;
  _M_cfile = nullptr;
  return isClosed ? this : nullptr;
}

bool File::is_open() const noexcept { return _M_cfile != nullptr; }
int File::fd() noexcept { return fileno(_M_cfile); }
__c_file* File::file() noexcept { return _M_cfile; }

streamsize File::xsgetn(char* to, streamsize count) {
  ssize_t read = -1;
  do read = ::read(fd(), to, static_cast<size_t>(count));
  while (read < 0 && errno == EINTR);
  return read;
}

streamsize File::xsputn(const char* from, streamsize count) { return writeAll(fd(), from, count); }

streamsize File::xsputn_2(const char* first, streamsize firstCount, const char* second, streamsize secondCount) {
  const streamsize written = writeAll(fd(), first, firstCount);
  return written < firstCount ? written : written + writeAll(fd(), second, secondCount);
}

streamoff File::seekoff(streamoff offset, ios_base::seekdir from) noexcept {
  return lseek(fd(), offset, static_cast<int>(from));
}

int File::sync() { return fflush(_M_cfile); }

/// What is left of it.
streamsize File::showmanyc() {
  const off_t at = lseek(fd(), 0, SEEK_CUR);
  if (at < 0) return 0;
  const off_t end = lseek(fd(), 0, SEEK_END);
  lseek(fd(), at, SEEK_SET);
  return end - at;
}

} // namespace std
