// err.h, error.h: messages that start with the program's name, which is always the same one here.

#include "analysis/exec/runtime/stdio_streams.h"

__attribute__((noreturn)) void exit(int status);
int fprintf(FILE* stream, const char* format, ...);
int vfprintf(FILE* stream, const char* format, __builtin_va_list arguments);

char *program_invocation_name = "program", *program_invocation_short_name = "program",
     *__progname = "program", *__progname_full = "program";

u32 error_message_count;
int error_one_per_line;
void (*error_print_progname)(void);

static void message(int hasNumber, int number, const char* format, __builtin_va_list arguments) {
  fprintf(stderr, "%s: ", program_invocation_short_name);
  if (format) {
    vfprintf(stderr, format, arguments);
    if (hasNumber) fprintf(stderr, ": ");
  }
  if (hasNumber) fprintf(stderr, "%s", strerror(number));
  fprintf(stderr, "\n");
}

void vwarn(const char* format, __builtin_va_list arguments) {
  message(1, *__errno_location(), format, arguments);
}
void vwarnx(const char* format, __builtin_va_list arguments) {
  message(0, 0, format, arguments);
}
__attribute__((noreturn)) void verr(int status, const char* format, __builtin_va_list arguments) {
  vwarn(format, arguments);
  exit(status);
}
__attribute__((noreturn)) void verrx(int status, const char* format, __builtin_va_list arguments) {
  vwarnx(format, arguments);
  exit(status);
}

void warn(const char* format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  vwarn(format, arguments);
  __builtin_va_end(arguments);
}
void warnx(const char* format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  vwarnx(format, arguments);
  __builtin_va_end(arguments);
}
__attribute__((noreturn)) void err(int status, const char* format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  verr(status, format, arguments);
}
__attribute__((noreturn)) void errx(int status, const char* format, ...) {
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  verrx(status, format, arguments);
}

static void finish(int status, int number, const char* format, __builtin_va_list arguments) {
  vfprintf(stderr, format, arguments);
  ++error_message_count;
  if (number) fprintf(stderr, ": %s", strerror(number));
  fprintf(stderr, "\n");
  if (status) exit(status);
}

static void name(void) {
  if (error_print_progname)
    error_print_progname();
  else
    fprintf(stderr, "%s:", program_invocation_name);
}

void error(int status, int number, const char* format, ...) {
  name();
  if (!error_print_progname) fprintf(stderr, " ");
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  finish(status, number, format, arguments);
  __builtin_va_end(arguments);
}

void error_at_line(int status, int number, const char* file, u32 line, const char* format, ...) {
  if (error_one_per_line) beagle_unsupported("error_at_line with error_one_per_line");
  name();
  if (file)
    fprintf(stderr, "%s:%u: ", file, line);
  else if (!error_print_progname)
    fprintf(stderr, " ");
  __builtin_va_list arguments;
  __builtin_va_start(arguments, format);
  finish(status, number, format, arguments);
  __builtin_va_end(arguments);
}
