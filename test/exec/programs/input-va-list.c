// entry: f
// native: replay
// paths: returned 6
// shows: arguments.arguments[0].number = 0
// shows: ((char *)arguments.arguments[0].pointer)[0] = '\0'
// why: what is passed as va_list is one argument behind the other, and the code says what each of them is

#include <stdarg.h>

int f(const char *format, va_list arguments) {
  int sum = 0;
  for (int i = 0; i < 1 && format[i]; i++) {
    if (format[i] == 's') {
      const char *text = va_arg(arguments, const char *);
      sum += text ? text[0] == 'x' : 100;
    } else if (format[i] == 'd') {
      sum += va_arg(arguments, int) > 7;
    } else if (format[i] == 'f') {
      sum += va_arg(arguments, double) > 1.5;
    }
  }
  return sum;
}
