// libgen.h, and what string.h calls basename.

#include "analysis/exec/runtime/runtime.h"

char* strrchr(const char* text, int wanted);

char* basename(const char* path) {
  char* last = strrchr(path, '/');
  return last ? last + 1 : (char*)path;
}

/// How much of it is left without the slashes at its end; a single one stays.
static size_t trimmed(const char* path, size_t length) {
  while (length > 1 && path[length - 1] == '/') --length;
  return length;
}

char* __xpg_basename(char* path) {
  if (!path || !*path) return ".";
  const size_t length = trimmed(path, strlen(path));
  if (length == 1 && *path == '/') return path + strlen(path) - 1;
  path[length] = 0;
  return basename(path);
}

char* dirname(char* path) {
  if (!path) return ".";
  const size_t whole = strlen(path);
  size_t length = trimmed(path, whole);
  if (length == 1 && *path == '/')
    length = whole; // nothing but slashes
  else
    while (length > 0 && path[length - 1] != '/') --length;
  if (length == 0) return ".";
  const size_t end = trimmed(path, length);
  path[end == 1 && *path == '/' && length == 2 ? 2 : end] = 0; // "//" is a root of its own
  return path;
}
