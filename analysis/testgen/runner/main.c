// All inputs, one after the other, each in a process of its own.

static char* readAll(void) {
  Word size = 1 << 16, count = 0;
  char* text = malloc(size);
  for (;;) {
    if (count + 1 >= size) text = realloc(text, size *= 2);
    long got = syscall(SYS_read, 0, text + count, size - count - 1);
    if (got <= 0) break;
    count += (Word)got;
  }
  text[count] = 0;
  return text;
}

static void copyFile(int file, const char* name) {
  static Byte buffer[4096];
  putText(name);
  if (name[0] != 0) put(' ');
  lseek(file, 0, SEEK_SET);
  Word total = 0;
  for (long got; (got = syscall(SYS_read, file, buffer, sizeof buffer)) > 0; total += (Word)got) {
    if (name[0] != 0) putHex(buffer, (Word)got);
    else
      for (long i = 0; i < got; i++) put((char)buffer[i]);
  }
  if (name[0] != 0) putText(total == 0 ? "-\n" : "\n");
}

static int freshFile(int file) {
  if (ftruncate(file, 0) != 0) exit(1);
  lseek(file, 0, SEEK_SET);
  return file;
}

const char* __asan_default_options(void) {
  return "detect_leaks=0:exitcode=99:detect_stack_use_after_return=1:detect_odr_violation=0:handle_abort=0:"
         "handle_sigfpe=0:handle_sigill=0:allocator_may_return_null=1:strict_string_checks=0:strict_memcmp=0:symbolize=0";
}
const char* __ubsan_default_options(void) { return "exitcode=99:print_stacktrace=0"; }

// The arguments of a program: how long an input may take, in milliseconds, and how many bytes it may write to a file.
int beagle_runs(int argc, char** argv) {
  beagle_endOfEarly();
  program_invocation_name = program_invocation_short_name = "program"; // whatever this file is called
  Word milliseconds = argc > 1 ? (Word)atol(argv[1]) : 10000, most = argc > 2 ? (Word)atol(argv[2]) : 16 << 20;
  char* text = readAll();
  int report = memfd_create("report", 0), output = memfd_create("output", 0), errors = memfd_create("errors", 0);
  report = fcntl(report, F_DUPFD, 500);
  if (report < 0 || output < 0 || errors < 0) return 1;
  for (char* input = text; *input;) {
    char* end = input;
    while (*end && *end != '=') end++;
    freshFile(report), freshFile(output), freshFile(errors);
    pid_t child = fork();
    if (child == 0) {
      *end = 0;
      target = report;
      runOne(input, report, output, errors, milliseconds, most);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {}
    removeFolder((Word)child);
    target = 1;
    copyFile(report, "");
    copyFile(output, "output");
    copyFile(errors, "errors");
    putText(WIFSIGNALED(status) ? "signal " : "status ");
    putNumber((Word)(WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status)));
    putText("\n");
    flushText();
    input = *end ? end + 1 : end;
    while (*input == '\n') input++;
  }
  return 0;
}

// What the analysed library functions are built on, for programs that use it directly.
__attribute__((weak)) void beagle_write(int stream, const void* text, Word count) {
  if (count) syscall(SYS_write, stream, text, count);
}
__attribute__((weak)) void beagle_exit(int code) { exit(code); }
