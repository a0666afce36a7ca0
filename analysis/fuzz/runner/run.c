// One run of a version: from what stands in the form to how it ended.

enum End { Returned, Exited, Aborted, AssertFailed, Crashed, Divided, Threw, TimedOut, Untold };

static struct Outcome {
  enum End end;
  Word code;   // of an exit
  Word detail; // of what was thrown or asserted
  Word text[2], textSize[2];
  Word calls; // of functions without code, each with its arguments
  Byte results[mostResults][16];
} outcomes[2];

static sigjmp_buf back;
static volatile sig_atomic_t ticks;

// A run may take so many ticks of the clock.
enum { tickMilliseconds = 20, mostTicks = 5 };

static Word hashed(Word hash, const void* from, Word size) {
  for (Word i = 0; i < size; i++) hash = (hash ^ ((const Byte*)from)[i]) * 0x100000001B3UL;
  return hash;
}

_Noreturn static void endRun(enum End end) { siglongjmp(back, (int)end + 1); }

static void onSignal(int signal) {
  if (running < 0) { // ours
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigaction(signal, &usual, 0);
    return;
  }
  endRun(signal == SIGABRT ? Aborted : signal == SIGFPE ? Divided : Crashed);
}

static void onTick(int signal) {
  (void)signal;
  if (running >= 0 && ++ticks > mostTicks) endRun(TimedOut);
}

static Word inputCount; // that were run

// What ends a process ends a run. The fuzzer itself ends otherwise: at last it says how far it came. If it does not, one
// of the versions has ended the process.
_Noreturn static void onExit(int code) {
  if (running < 0) {
    if (code == 0) {
      putText("inputs ");
      putNumber(inputCount);
      put('\n');
      flushText();
    }
    syscall(SYS_exit_group, code);
    __builtin_unreachable();
  }
  outcomes[running].code = (Word)(code & 255);
  endRun(Exited);
}
_Noreturn void exit(int code) { onExit(code); }
_Noreturn void _exit(int code) { onExit(code); }
_Noreturn void _Exit(int code) { onExit(code); }
_Noreturn void quick_exit(int code) { onExit(code); }
_Noreturn void abort(void) {
  if (running >= 0) endRun(Aborted);
  syscall(SYS_exit_group, 4);
  __builtin_unreachable();
}
_Noreturn void __assert_fail(const char* text, const char* file, unsigned line, const char* function) {
  (void)file, (void)line, (void)function;
  if (running < 0) fail(text);
  outcomes[running].detail = hashed(0, text, strlen(text));
  endRun(AssertFailed);
}

// A call of what nobody has, or of which the form says nothing, ends the run: nobody knows what comes then.
void beagle_missing(const char* name) {
  (void)name;
  if (running >= 0) endRun(Untold);
}

// A call of a function without code.
int beagle_outside(const char* name, struct Registers* registers, void (*own)(void)) {
  (void)own; // the process's descriptors are the fuzzer's
  struct Outside* one = running < 0 ? 0 : nextOutside(&current->outsides[running], name);
  if (!one) {
    static struct Outside nothing;
    beagle_missing(name);
    doOutside(&nothing, registers);
    return 1;
  }
  one->isDone = 1;
  struct Outcome* outcome = &outcomes[running];
  outcome->calls = hashed(outcome->calls, name, strlen(name) + 1);
  for (Word i = 0; i < one->argumentCount && i < 6; i++) {
    const Word argument = argumentOf(one, registers, i);
    outcome->calls = hashed(outcome->calls, &argument, sizeof argument);
  }
  if (one->isLast) abort();
  doOutside(one, registers);
  return 1;
}

static void onThrown(const void* object, const char* type, const char* what, const void* scalar, Word size) {
  struct Outcome* outcome = &outcomes[running];
  (void)object;
  outcome->end = Threw;
  outcome->detail = hashed(hashed(hashed(0, type, strlen(type)), what, what ? strlen(what) : 0), scalar, size);
}

static void takeText(struct Outcome* outcome) {
  static Byte buffer[1 << 16];
  fflush(stdout);
  for (int file = 1; file <= 2; file++) {
    long size = syscall(SYS_lseek, file, 0L, SEEK_END);
    outcome->text[file - 1] = 0;
    outcome->textSize[file - 1] = size > 0 ? (Word)size : 0;
    if (size <= 0) continue;
    long got = syscall(SYS_pread64, file, buffer, sizeof buffer, 0L);
    outcome->text[file - 1] = hashed(0, buffer, got > 0 ? (Word)got : 0);
    syscall(SYS_ftruncate, file, 0L);
    syscall(SYS_lseek, file, 0L, SEEK_SET);
  }
}

static void run(struct Form* form, int number) {
  struct Version* version = &versions[number];
  struct Entry* entry = version->entry;
  struct Outcome* outcome = &outcomes[number];
  memset(outcome, 0, sizeof *outcome);
  setBack(version);
  for (Word i = 0; i < form->objectCount; i++) {
    struct Object* object = &form->objects[i];
    memcpy(object->address, object->images[number], object->size);
    object->isFreed[number] = 0;
  }
  for (Word i = 0; i < form->imageCount[number]; i++) {
    const struct Image* image = &form->images[number][i];
    memcpy(entry->globals[image->global].address, image->bytes, entry->globals[image->global].size);
  }
  for (Word i = 0; i < mostArguments && i < entry->argumentCount; i++) memcpy(entry->arguments[i], form->arguments[number][i], 16);
  for (Word i = 0; i < form->outsides[number].count; i++) form->outsides[number].calls[i].isDone = 0;
  current = form;
  ticks = 0;
  outcome->end = Returned;
  int ended = sigsetjmp(back, 1);
  if (ended == 0) {
    running = number;
    errno = 0;
    if (version->guarded) (void)version->guarded(entry->call, onThrown);
    else entry->call();
  } else {
    outcome->end = (enum End)(ended - 1);
  }
  running = -1;
  takeText(outcome);
  for (Word i = 0; i < entry->resultCount && i < mostResults; i++) memcpy(outcome->results[i], entry->results[i], 16);
}
