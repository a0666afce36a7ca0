// unistd.h, stdio.h: files by their names.

#include "analysis/exec/runtime/files.h"

/// Null: errno says why. The system looks at an address before it reads from there.
static struct File* known(const char* name) {
  if (beagle_is_no_name(name)) return NOTHING;
  struct File* file = beagle_find_file(name);
  if (beagle_exists(file)) return file;
  *__errno_location() = E_NOENT;
  return NOTHING;
}

int access(const char* name, int mode) {
  if (mode & ~6) beagle_elsewhere(); // whether it can be run
  return known(name) ? 0 : -1;
}

/// What has it open keeps what is in it.
static void forget(struct File* file) {
  struct File* missing = beagle_new_file();
  missing->root = file->root;
  missing->isNamed = 1;
  missing->state = Missing;
  file->isNamed = 0;
}

int unlink(const char* name) {
  struct File* file = known(name);
  if (!file) return -1;
  beagle_remove_file(file->root);
  forget(file);
  return 0;
}

int remove(const char* name) {
  return unlink(name);
}

int rename(const char* from, const char* to) {
  if (beagle_is_no_name(to)) {
    if (!from) *__errno_location() = E_FAULT;
    return -1;
  }
  struct File* file = known(from);
  if (!file) return -1;
  struct File* replaced = beagle_find_file(to);
  if (replaced == file) return 0;
  const void* name = replaced->root;
  beagle_resize(file, file->size);
  const size_t size = file->size;
  beagle_remove_file(file->root);
  forget(file);
  replaced->isNamed = 0;
  if (replaced->state == NotLookedAt) replaced->state = Missing;
  file->root = name;
  file->isNamed = 1;
  beagle_cut_file(name, 0);
  beagle_write_file(name, 0, file->bytes, size);
  beagle_keep_file(name);
  return 0;
}

int truncate(const char* name, long size) {
  struct File* file = known(name);
  if (!file) return -1;
  if (size < 0) {
    *__errno_location() = E_INVAL;
    return -1;
  }
  beagle_resize(file, (size_t)size);
  beagle_keep_file(file->root);
  return 0;
}
int truncate64(const char* name, long size) {
  return truncate(name, size);
}
