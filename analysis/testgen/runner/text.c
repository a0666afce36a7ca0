// Reading the inputs, and writing what the runs did.

static Byte written[1 << 16];
static Word writtenCount;
static int target; // descriptor

static void flushText(void) {
  for (Word done = 0; done < writtenCount;) {
    long count = syscall(SYS_write, target, written + done, writtenCount - done);
    if (count <= 0) break;
    done += (Word)count;
  }
  writtenCount = 0;
}

static void put(char c) {
  if (writtenCount == sizeof written) flushText();
  written[writtenCount++] = (Byte)c;
}

static void putText(const char* text) {
  while (*text) put(*text++);
}

static void putHex(const Byte* bytes, Word count) {
  if (count == 0) put('-');
  for (Word i = 0; i < count; i++) {
    put("0123456789abcdef"[bytes[i] >> 4]);
    put("0123456789abcdef"[bytes[i] & 15]);
  }
}

static void putNumber(Word number) {
  int shift = 60;
  while (shift > 0 && number >> shift == 0) shift -= 4;
  for (; shift >= 0; shift -= 4) put("0123456789abcdef"[number >> shift & 15]);
}

static const char* at; // in the text of the inputs

static int digit(void) {
  char c = *at;
  int value = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
  if (value >= 0) at++;
  return value;
}

static char word(void) {
  while (*at == ' ' || *at == '\n') at++;
  return *at ? *at++ : 0;
}

static Word number(void) {
  Word value = 0;
  while (*at == ' ') at++;
  for (int next; (next = digit()) >= 0;) value = value << 4 | (Word)next;
  return value;
}

static void bytes(Byte* to) {
  while (*at == ' ') at++;
  if (*at == '-') at++;
  for (int high; (high = digit()) >= 0; to++) *to = (Byte)(high << 4 | digit());
}
