// What libFuzzer calls.

// Differences that are reported before the program ends, all of one kind, and of all kinds.
enum { mostFound = 24, mostOfKind = 6 };
// So long others are looked for when one was found.
static const double secondsBehind = 0.2;

static char found[mostFound][64];
static Word foundCount;
static double endAt; // 0: not known yet

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static char* readFile(const char* path) {
  int file = open64(path, O_RDONLY);
  if (file < 0) fail("no file of forms");
  long size = lseek(file, 0, SEEK_END);
  char* text = malloc((size_t)size + 1);
  lseek(file, 0, SEEK_SET);
  long done = 0;
  for (long got; done < size && (got = read(file, text + done, (size_t)(size - done))) > 0;) done += got;
  text[done] = 0;
  close(file);
  return text;
}

static void handleSignals(void) {
  static Byte stack[1 << 16];
  stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&other, 0);
  struct sigaction action = {.sa_handler = onSignal, .sa_flags = SA_ONSTACK | SA_NODEFER};
  const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
  for (Word i = 0; i < sizeof signals / sizeof *signals; i++) sigaction(signals[i], &action, 0);
  struct sigaction tick = {.sa_handler = onTick, .sa_flags = SA_RESTART | SA_NODEFER};
  sigaction(SIGALRM, &tick, 0);
  struct itimerval timer = {{0, tickMilliseconds * 1000}, {0, tickMilliseconds * 1000}};
  setitimer(ITIMER_REAL, &timer, 0);
}

int LLVMFuzzerInitialize(int* count, char*** arguments) {
  (void)count, (void)arguments;
  const char *base = getenv("BEAGLE_BASE"), *head = getenv("BEAGLE_HEAD"), *file = getenv("BEAGLE_FORMS");
  if (!base || !head || !file) fail("BEAGLE_BASE, BEAGLE_HEAD and BEAGLE_FORMS say what is run");
  dl_iterate_phdr(findLibrary, 0);
  loadVersion(&versions[0], base);
  loadVersion(&versions[1], head);
  at = readFile(file);
  readForms();
  if (formCount == 0) fail("no form");
  target = fcntl(1, F_DUPFD, 500);
  int nothing = open64("/dev/null", O_RDONLY), output = memfd_create("output", 0), errors = memfd_create("errors", 0);
  if (target < 0 || nothing < 0 || output < 0 || errors < 0) fail("no files");
  dup2(nothing, 0);
  dup2(output, 1);
  dup2(errors, 2);
  static char buffer[1 << 12];
  setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
  struct rlimit text = {16 << 20, 16 << 20};
  setrlimit(RLIMIT_FSIZE, &text);
  signal(SIGXFSZ, SIG_IGN);
  handleSignals();
  return 0;
}

static void report(const Byte* data, Word size, Word form, const char* kind) {
  Word same = 0;
  for (Word i = 0; i < foundCount; i++) same += strcmp(found[i], kind) == 0;
  if (same == mostOfKind) return;
  snprintf(found[foundCount++], sizeof *found, "%s", kind);
  putText("found ");
  putNumber(form);
  put(' ');
  putText(kind);
  put(' ');
  putHex(data, size);
  put('\n');
  flushText();
  if (endAt == 0) endAt = now() + secondsBehind;
  if (foundCount == mostFound) onExit(0);
}

int LLVMFuzzerTestOneInput(const Byte* data, size_t size) {
  if (endAt != 0 && now() > endAt) onExit(0);
  inputCount++;
  if (size == 0) return 0;
  const Word number = data[0] % formCount;
  struct Form* form = forms[number];
  const char* kind = differenceOf(form, data + 1, size - 1);
  if (!kind) return 0;
  char first[64];
  snprintf(first, sizeof first, "%s", kind);
  kind = differenceOf(form, data + 1, size - 1); // else it is the fuzzer's own state
  if (kind && strcmp(first, kind) == 0) report(data + 1, size - 1, number, first);
  return 0;
}

extern size_t LLVMFuzzerMutate(Byte* data, size_t size, size_t most);

static Word lot;
static Word drawn(Word limit) {
  lot = lot * 6364136223846793005UL + 1442695040888963407UL;
  return (lot >> 33) % limit;
}

static void varyNumber(const struct Form* form, Byte* data, Word number) {
  const struct Number* one = &form->numbers[number];
  Byte* to = data + one->place;
  Word value = 0;
  memcpy(&value, to, one->bytes);
  const Word width = 8 * one->bytes;
  switch (drawn(8)) {
  case 0: value = drawn(10); break;
  case 1: value = 0UL - drawn(10); break;
  case 2: value = (1UL << drawn(width)) - drawn(3) + 1; break;
  case 3: value += drawn(33) - 16UL; break;
  case 4: { // what stands elsewhere
    const Word other = drawn(form->numberCount);
    value = 0;
    memcpy(&value, data + form->numbers[other].place, form->numbers[other].bytes);
    break;
  }
  default: {
    Byte copy[8] = {0};
    memcpy(copy, to, one->bytes);
    (void)LLVMFuzzerMutate(copy, one->bytes, one->bytes);
    memcpy(&value, copy, sizeof value);
  }
  }
  memcpy(to, &value, one->bytes);
}

size_t LLVMFuzzerCustomMutator(Byte* data, size_t size, size_t most, unsigned seed) {
  lot = seed;
  Word number = size > 0 ? data[0] % formCount : drawn(formCount);
  const int isOther = size > 0 && formCount > 1 && drawn(16) == 0;
  if (isOther) number = drawn(formCount);
  const struct Form* form = forms[number];
  if (form->size + 1 > most) return size;
  const Word has = size > 0 && !isOther ? size : 1;
  data[0] = (Byte)number;
  if (has < form->size + 1) memcpy(data + has, form->first + (has - 1), form->size + 1 - has);
  if (form->numberCount == 0) return form->size + 1;
  for (Word times = 1 + drawn(3); times > 0; times--) {
    const Word one = drawn(form->numberCount);
    const struct Number* text = &form->numbers[form->numbers[one].text]; // is varied as one
    if (text->length > 1 && drawn(2) == 0) {
      Byte* to = data + text->place;
      const Word left = LLVMFuzzerMutate(to, text->length, text->length);
      if (left < text->length) memset(to + left, 0, text->length - left);
    } else {
      varyNumber(form, data, one);
    }
  }
  return form->size + 1;
}
