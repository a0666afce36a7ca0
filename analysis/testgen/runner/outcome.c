// What a run did, and how it ended.

static const void* thrown; // the object of an exception that has left the entry

// What the run has made, as far as it has left pointers to it. Reading it through the kernel is safe wherever they lead.
static void putMade(void) {
  static int through = -1;
  for (Word i = 0; i < madeCount; i++) {
    struct Made* one = &made[i];
    const Byte* from = 0;
    Word size = 0;
    if (one->kind == 'r' && state != Exiting) from = beagle_entry.results[one->number], size = beagle_entry.resultSizes[one->number];
    if (one->kind == 'o') from = objects[one->number].address, size = objects[one->number].isFreed ? 0 : objects[one->number].size;
    if (one->kind == 'g') from = beagle_entry.globals[one->number].address, size = beagle_entry.globals[one->number].size;
    if (one->kind == 'x' && thrown) from = (Byte*)&thrown, size = sizeof thrown;
    if (one->kind == 'm') from = made[one->number].bytes, size = from ? made[one->number].size : 0;
    Word start = 0;
    if (from && one->size && size >= sizeof start && one->offset <= size - sizeof start) {
      copyBytes((Byte*)&start, from + one->offset, sizeof start);
      start -= one->addend;
      if (through < 0) through = memfd_create("made", 0);
      lseek(through, 0, SEEK_SET);
      if (syscall(SYS_write, through, start, one->size) == (long)one->size) {
        one->bytes = calloc(one->size, 1);
        lseek(through, 0, SEEK_SET);
        syscall(SYS_read, through, one->bytes, one->size);
      }
    }
    putText("made ");
    putNumber(one->bytes ? start : 0);
    put(' ');
    putHex(one->bytes, one->bytes ? one->size : 0);
    put('\n');
  }
}

static void putMemory(void) {
  for (Word i = 0; i < objectCount; i++) {
    putText("object ");
    putNumber((Word)objects[i].address);
    put(' ');
    putHex(objects[i].address, objects[i].isFreed ? 0 : objects[i].size);
    put('\n');
  }
  for (Word i = 0; i < beagle_entry.globalCount; i++) {
    if (!watched[i]) continue;
    putText("global ");
    putNumber(i);
    put(' ');
    putNumber((Word)beagle_entry.globals[i].address);
    put(' ');
    putHex(beagle_entry.globals[i].address, beagle_entry.globals[i].size);
    put('\n');
  }
  putMade();
  putFiles();
  if (state == Running) putLibrary();
  putText("end\n");
  flushText();
}

static void putReturned(void) {
  putText("returned\n");
  for (Word i = 0; i < beagle_entry.resultCount; i++) {
    putText("result ");
    putHex(beagle_entry.results[i], beagle_entry.resultSizes[i]);
    put('\n');
  }
}

static void onExit(int code, void* unused) {
  (void)unused;
  if (state != Running) return;
  state = Exiting;
  exitCode = code;
}

// The last thing of all: what the program has registered was called.
__attribute__((destructor(101))) static void atEnd(void) {
  if (state == Running) return;
  fflush(0);
  if (state == HasReturned) {
    putReturned();
  } else {
    putText("exited ");
    putNumber((unsigned)exitCode);
    put('\n');
  }
  putMemory();
}

// Where standard output leads when the function is called.
static struct stat printed;

// What was printed has been printed, also where a crash follows: at a terminal it would have been seen. The stream may be
// locked, and may lead to a file by now, for which it is as any other.
static void writePrinted(void) {
  struct stat now;
  if (fstat(1, &now) != 0 || now.st_dev != printed.st_dev || now.st_ino != printed.st_ino) return;
  syscall(SYS_write, 1, stdout->_IO_write_base, stdout->_IO_write_ptr - stdout->_IO_write_base);
  stdout->_IO_write_ptr = stdout->_IO_write_base;
}

// The run breaks off. What is in its files is there; what streams have not written to them yet is lost.
static void onBreak(void) {
  writePrinted();
  if (state != Running) return;
  putFiles();
  flushText();
}

static void onCrash(int signal) {
  onBreak();
  syscall(SYS_kill, getpid(), signal); // by now without a handler
}

_Noreturn void _exit(int code) {
  onBreak();
  syscall(SYS_exit_group, code);
  __builtin_unreachable();
}

_Noreturn void _Exit(int code) { _exit(code); }

static void keepPrinted(void) {
  fstat(1, &printed);
  if (__sanitizer_set_death_callback) __sanitizer_set_death_callback(onBreak);
  const struct sigaction action = {.sa_handler = onCrash, .sa_flags = (int)SA_RESETHAND};
  static const int signals[] = {SIGABRT, SIGFPE, SIGILL, SIGSEGV, SIGBUS};
  const int count = __asan_poison_memory_region ? 3 : 5; // it tells of the last two itself
  for (int i = 0; i < count; i++) sigaction(signals[i], &action, 0);
}

_Noreturn void __assert_fail(const char* text, const char* file, unsigned line, const char* function) {
  (void)file, (void)line, (void)function;
  Word length = 0;
  while (text[length]) length++;
  putText("assert ");
  putHex((const Byte*)text, length);
  put('\n');
  flushText();
  onBreak();
  syscall(SYS_exit_group, 0);
  __builtin_unreachable();
}

// In C++ programs: calls, and says what came out instead of a return.
extern int beagle_guarded(void (*call)(void), OnThrown* threw) __attribute__((weak));

static void putThrown(const void* object, const char* type, const char* what, const void* scalar, Word size) {
  thrown = object;
  Word length = 0;
  while (type[length]) length++;
  putText("threw ");
  putHex((const Byte*)type, length);
  put(' ');
  for (length = 0; what && what[length]; length++) {}
  if (what) putHex((const Byte*)what, length);
  else put('.');
  put(' ');
  putHex(scalar, size);
  put('\n');
}
