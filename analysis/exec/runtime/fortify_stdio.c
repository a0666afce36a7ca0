// What glibc's headers make of stdio.h with _FORTIFY_SOURCE.

#include "analysis/exec/runtime/stdio_streams.h"

int vsnprintf(char* text, size_t size, const char* format, __builtin_va_list arguments);
int vasprintf(char** text, const char* format, __builtin_va_list arguments);
int vfprintf(FILE* stream, const char* format, __builtin_va_list arguments);
int vdprintf(int descriptor, const char* format, __builtin_va_list arguments);

int __vsnprintf_chk(char* text, size_t size, int flag, size_t room, const char* format,
                    __builtin_va_list arguments) {
  (void)flag;
  if (size > room) __chk_fail();
  return vsnprintf(text, size, format, arguments);
}

int __snprintf_chk(char* text, size_t size, int flag, size_t room, const char* format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  const int length = __vsnprintf_chk(text, size, flag, room, format, arguments);
  __builtin_va_end(arguments);
  return length;
}

int __vsprintf_chk(char* text, int flag, size_t room, const char* format, __builtin_va_list arguments) {
  (void)flag;
  if (room == 0) __chk_fail();
  const int length = vsnprintf(text, room, format, arguments);
  if (length >= 0 && (size_t)length >= room) __chk_fail();
  return length;
}

int __sprintf_chk(char* text, int flag, size_t room, const char* format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  const int length = __vsprintf_chk(text, flag, room, format, arguments);
  __builtin_va_end(arguments);
  return length;
}

int __vasprintf_chk(char** text, int flag, const char* format, __builtin_va_list arguments) {
  (void)flag;
  return vasprintf(text, format, arguments);
}

int __asprintf_chk(char** text, int flag, const char* format, ...) {
  (void)flag;
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  const int length = vasprintf(text, format, arguments);
  __builtin_va_end(arguments);
  return length;
}

int __vfprintf_chk(FILE* stream, int flag, const char* format, __builtin_va_list arguments) {
  (void)flag;
  return vfprintf(stream, format, arguments);
}

int __vprintf_chk(int flag, const char* format, __builtin_va_list arguments) {
  return __vfprintf_chk(stdout, flag, format, arguments);
}

int __fprintf_chk(FILE* stream, int flag, const char* format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  const int length = __vfprintf_chk(stream, flag, format, arguments);
  __builtin_va_end(arguments);
  return length;
}

int __printf_chk(int flag, const char* format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  const int length = __vprintf_chk(flag, format, arguments);
  __builtin_va_end(arguments);
  return length;
}

int __dprintf_chk(int descriptor, int flag, const char* format, ...) {
  (void)flag;
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  const int length = vdprintf(descriptor, format, arguments);
  __builtin_va_end(arguments);
  return length;
}
