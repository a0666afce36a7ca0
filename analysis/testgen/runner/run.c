// One input: from its text to the call of the function.

static void setUp(void) {
  beagle_entry.findGlobals();
  watched = calloc(beagle_entry.globalCount + 1, 1);
  for (;;) {
    Word index, value;
    const char kind = word();
    switch (kind) {
    case 'o': makeObject(); break;
    case 'g':
      index = number();
      watched[index] = 1;
      bytes(beagle_entry.globals[index].address);
      break;
    case 'w': watched[number()] = 1; break;
    case 'a':
      index = number();
      bytes(beagle_entry.arguments[index]);
      break;
    case 'A':
      index = number();
      value = address();
      copyBytes(beagle_entry.arguments[index], &value, sizeof value);
      break;
    case 'p': placeAddress(); break;
    case 's': makeInput(); break;
    case 'F': makeFile(); break;
    case 'N':
      enterFolder();
      name();
      content(&value);
      break;
    case 'R': watchFile(); break;
    case 'M': watchMade(); break;
    case 'l': watchLibrary(); break;
    case 'n': failing = number(); break;
    case 'V': setVariable(1); break;
    case 'U': setVariable(0); break;
    default:
      if (readOutside(&outsides, kind)) break;
      protectConstants();
      return;
    }
  }
}

// What the program writes before main is no part of the runs of another function, and of none of our reports.
static int early[3], own[3]; // by descriptor

__attribute__((constructor(101))) static void atBegin(void) {
  for (int file = 1; file <= 2; file++) {
    own[file] = fcntl(file, F_DUPFD, 600);
    early[file] = fcntl(memfd_create("early", 0), F_DUPFD, 600);
    dup2(early[file], file);
  }
}

void beagle_endOfEarly(void) {
  hasBegun = 1;
  fflush(0);
  for (int file = 1; file <= 2; file++) dup2(own[file], file);
}

static void copyEarly(int file) {
  static Byte buffer[4096];
  lseek(early[file], 0, SEEK_SET);
  for (long got; (got = syscall(SYS_read, early[file], buffer, sizeof buffer)) > 0;) syscall(SYS_write, file, buffer, got);
}

// What nobody writes shows: it is no zero, as fresh memory happens to be. What was given back to malloc's cache before is
// not filled, and is taken out of the way.
static void showUnwritten(void) {
  if (__asan_poison_memory_region) return; // it does so itself
  mallopt(M_PERTURB, 0x41);
  for (Word size = 24; size <= 1032; size += 16)
    for (int i = 0; i < 7; i++) __asm__ volatile("" : : "r"(malloc(size))); // no optimiser's business
}

static void runOne(const char* input, int report, int output, int errors, Word milliseconds, Word most) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, 0);
  dup2(output, 1);
  dup2(errors, 2);
  close_range(3, 499, 0); // what the function opens has the numbers that it has in a program of its own
  target = report;
  struct rlimit none = {0, 0}, text = {most, most}, memory = {8UL << 30, 8UL << 30};
  setrlimit(RLIMIT_CORE, &none);
  setrlimit(RLIMIT_FSIZE, &text);
  if (!__asan_poison_memory_region) setrlimit(RLIMIT_AS, &memory);
  struct itimerval timer = {{0, 0}, {(long)(milliseconds / 1000), (long)(milliseconds % 1000 * 1000)}};
  setitimer(ITIMER_REAL, &timer, 0);
  at = input;
  setUp();
  showUnwritten();
  keepPrinted();
  on_exit(onExit, 0);
  if (beagle_entry.isMain) {
    copyEarly(1);
    copyEarly(2);
    errno = 0;
    isRunning = 1;
    beagle_entry.call();
    state = HasReturned;
    exit(0);
  }
  int threw = 0;
  errno = 0; // whatever setting up has left there
  isRunning = 1;
  if (beagle_guarded) threw = beagle_guarded(beagle_entry.call, putThrown);
  else beagle_entry.call();
  errorNumber = errno;
  isRunning = 0;
  fflush(0);
  if (!threw) putReturned();
  putMemory();
  syscall(SYS_exit_group, 0);
}
