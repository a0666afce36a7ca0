// fcntl.h, unistd.h: files by descriptors. One that the program did not open itself is someone else's.

#include "analysis/exec/runtime/files.h"

enum { WriteOnly = 1, ReadWrite = 2, Create = 0100, Exclusive = 0200, Truncate = 01000, Append = 02000 };

static int bad(void) {
  *__errno_location() = E_BADF;
  return -1;
}

/// Whether nobody here can say what stands behind it.
static int isForeign(int descriptor) {
  return !beagle_is_known(descriptor) || (descriptor >= 0 && !beagle_open_at(descriptor));
}

int open(const char* name, int flags, ...) {
  if (!beagle_is_known(flags)) beagle_elsewhere();
  if (beagle_is_no_name(name)) return -1;
  struct File* file = beagle_find_file(name);
  if ((flags & Create) && (flags & Exclusive) && beagle_exists(file)) {
    *__errno_location() = E_EXIST;
    return -1;
  }
  const int access = flags & 3;
  const int mode = (access != WriteOnly ? OpenRead : 0) |
                   (access == WriteOnly || access == ReadWrite ? OpenWrite : 0) |
                   (flags & Append ? OpenAppend : 0);
  struct Open* made = beagle_open_file(file, mode, (flags & Truncate) != 0, !(flags & Create));
  return made ? made->descriptor : -1;
}

int creat(const char* name, u32 permissions) {
  return open(name, WriteOnly | Create | Truncate, permissions);
}

ssize_t read(int descriptor, void* bytes, size_t count) {
  if (isForeign(descriptor)) beagle_elsewhere();
  struct Open* from = beagle_open_at(descriptor);
  if (!from || !(from->mode & OpenRead)) return bad();
  return (ssize_t)beagle_read_bytes(from, bytes, count);
}

ssize_t write(int descriptor, const void* bytes, size_t count) {
  if (isForeign(descriptor)) beagle_elsewhere();
  struct Open* to = beagle_open_at(descriptor);
  if (!to || !(to->mode & OpenWrite)) return bad();
  beagle_write_bytes(to, bytes, count);
  beagle_keep(to);
  return (ssize_t)count;
}

long lseek(int descriptor, long offset, int origin) {
  if (isForeign(descriptor)) beagle_elsewhere();
  struct Open* at = beagle_open_at(descriptor);
  return at ? beagle_seek(at, offset, origin) : bad();
}

int close(int descriptor) {
  if (isForeign(descriptor)) beagle_elsewhere();
  struct Open* at = beagle_open_at(descriptor);
  return at ? beagle_close(descriptor) : bad();
}

int dup(int descriptor) {
  if (isForeign(descriptor)) beagle_elsewhere();
  return beagle_open_at(descriptor) ? beagle_duplicate(descriptor, -1, 0) : bad();
}

int dup2(int descriptor, int as) {
  if (isForeign(descriptor) || !beagle_is_known(as)) beagle_elsewhere();
  if (!beagle_open_at(descriptor) || as < 0 || as >= MostDescriptors) return bad();
  return beagle_duplicate(descriptor, as, -1);
}

int ftruncate(int descriptor, long size) {
  if (isForeign(descriptor)) beagle_elsewhere();
  struct Open* at = beagle_open_at(descriptor);
  if (!at) return bad();
  if (!(at->mode & OpenWrite) || at->kind != OnFile || size < 0) {
    *__errno_location() = E_INVAL;
    return -1;
  }
  beagle_exists(at->file);
  beagle_resize(at->file, (size_t)size);
  beagle_keep(at);
  return 0;
}

int open64(const char* name, int flags, ...) {
  if (!beagle_is_known(flags)) beagle_elsewhere();
  return open(name, flags);
}
int __open_2(const char* name, int flags) {
  return open(name, flags);
}
int __open64_2(const char* name, int flags) {
  return open(name, flags);
}
int creat64(const char* name, u32 permissions) {
  return creat(name, permissions);
}
int ftruncate64(int descriptor, long size) {
  if (isForeign(descriptor)) beagle_elsewhere();
  return ftruncate(descriptor, size);
}
long lseek64(int descriptor, long offset, int origin) {
  if (isForeign(descriptor)) beagle_elsewhere();
  return lseek(descriptor, offset, origin);
}
ssize_t __read_chk(int descriptor, void* bytes, size_t count, size_t room) {
  if (count > room) __chk_fail();
  if (isForeign(descriptor)) beagle_elsewhere();
  return read(descriptor, bytes, count);
}
