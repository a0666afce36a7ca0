// Functions without code: what an input says that their calls do.

struct Write {
  Word position, size;
  Byte* bytes;
  Word pointerCount;
  Word (*pointers)[2]; // offset, address
};

// What a call does: in the order of the calls of one function.
struct Outside {
  char name[256];
  Byte widths[32]; // of arguments
  Word argumentCount;
  int isDone, isLast; // last: it does not return
  Word integers[2];
  Byte floats[2][16];
  Word writeCount;
  struct Write* writes;
};

static struct Outside* outsides;
static Word outsideCount;

static void makeOutside(void) {
  outsides = realloc(outsides, (outsideCount + 1) * sizeof *outsides);
  struct Outside* one = &outsides[outsideCount++];
  __builtin_memset(one, 0, sizeof *one);
  while (*at == ' ') at++;
  for (Word i = 0; *at != ' ' && *at != '\n' && *at; at++)
    if (i < sizeof one->name - 1) one->name[i++] = *at;
  while (*at && *at != '\n') at++;
}

static void makeWrite(void) {
  struct Outside* one = &outsides[outsideCount - 1];
  one->writes = realloc(one->writes, (one->writeCount + 1) * sizeof *one->writes);
  struct Write* write = &one->writes[one->writeCount++];
  write->position = number();
  write->size = number();
  write->bytes = malloc(write->size + 1);
  write->pointerCount = 0;
  write->pointers = 0;
  bytes(write->bytes);
}

static void placeInWrite(void) {
  struct Outside* one = &outsides[outsideCount - 1];
  struct Write* write = &one->writes[one->writeCount - 1];
  write->pointers = realloc(write->pointers, (write->pointerCount + 1) * sizeof *write->pointers);
  Word offset = number();
  write->pointers[write->pointerCount][0] = offset;
  write->pointers[write->pointerCount++][1] = address();
}

static int sameName(const char* a, const char* b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}

struct Registers {
  Word arguments[6], integers[2];
  Byte floats[2][16];
};

__attribute__((noreturn)) void beagle_missing(const char* name) {
  Word length = 0;
  while (name[length]) length++;
  syscall(SYS_write, 2, "beagle: there is no function ", 29L);
  syscall(SYS_write, 2, name, length);
  syscall(SYS_write, 2, "\n", 1L);
  abort();
}

// The stub of a function: what it gets and gives stands in `registers`.
__attribute__((no_sanitize("address"))) void beagle_outside(const char* name, struct Registers* registers) {
  for (Word i = 0; i < outsideCount; i++) {
    struct Outside* one = &outsides[i];
    if (one->isDone || !sameName(one->name, name)) continue;
    one->isDone = 1;
    putText("call ");
    putText(name);
    for (Word k = 0; k < one->argumentCount && k < 6; k++) {
      put(' ');
      Byte width = one->widths[k];
      if (width == 0) put(registers->arguments[k] ? 'p' : '0');
      else putNumber(width < 64 ? registers->arguments[k] & ((1UL << width) - 1) : registers->arguments[k]);
    }
    put('\n');
    if (one->isLast) abort();
    for (Word k = 0; k < one->writeCount; k++) {
      struct Write* write = &one->writes[k];
      Byte* to = (Byte*)registers->arguments[write->position];
      for (Word b = 0; b < write->size; b++) to[b] = write->bytes[b];
      for (Word p = 0; p < write->pointerCount; p++) *(Word*)(to + write->pointers[p][0]) = write->pointers[p][1];
    }
    copyBytes((Byte*)registers->integers, one->integers, sizeof one->integers);
    copyBytes((Byte*)registers->floats, one->floats, sizeof one->floats);
    return;
  }
  beagle_missing(name);
}
