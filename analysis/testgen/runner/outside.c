// Functions without code: what an input says that their calls do.

struct Write {
  Word position, offset, size;
  Byte* bytes;
  Word pointerCount;
  Word (*pointers)[2]; // offset, address
};

// What is wanted of what an argument points at: the bytes where it is not 0.
struct Look {
  Word position, size;
  Byte* wanted;
};

// What a call does: in the order of the calls of one function.
struct Outside {
  char* name;
  Byte widths[32]; // of arguments
  Word argumentCount;
  int isDone, isLast; // last: it does not return
  int leavesError, error; // in errno
  Word integers[2];
  Byte floats[2][16];
  Word writeCount;
  struct Write* writes;
  Word lookCount;
  struct Look* looks;
};

struct Outsides {
  struct Outside* calls;
  Word count;
};

static Word address(void); // the next one in the text

static struct Outside* makeOutside(struct Outsides* all) {
  all->calls = realloc(all->calls, (all->count + 1) * sizeof *all->calls);
  struct Outside* one = &all->calls[all->count++];
  __builtin_memset(one, 0, sizeof *one);
  while (*at == ' ') at++;
  const char* begin = at;
  while (*at != ' ' && *at != '\n' && *at) at++;
  one->name = malloc((Word)(at - begin) + 1);
  __builtin_memcpy(one->name, begin, (Word)(at - begin));
  one->name[at - begin] = 0;
  while (*at && *at != '\n') at++;
  return one;
}

static void makeWrite(struct Outside* one) {
  one->writes = realloc(one->writes, (one->writeCount + 1) * sizeof *one->writes);
  struct Write* write = &one->writes[one->writeCount++];
  write->position = number();
  write->offset = number();
  write->size = number();
  write->bytes = malloc(write->size + 1);
  write->pointerCount = 0;
  write->pointers = 0;
  bytes(write->bytes);
}

static void placeInWrite(struct Write* write) {
  write->pointers = realloc(write->pointers, (write->pointerCount + 1) * sizeof *write->pointers);
  Word offset = number();
  write->pointers[write->pointerCount][0] = offset;
  write->pointers[write->pointerCount++][1] = address();
}

static void makeLook(struct Outside* one) {
  one->looks = realloc(one->looks, (one->lookCount + 1) * sizeof *one->looks);
  struct Look* look = &one->looks[one->lookCount++];
  look->position = number();
  look->size = number();
  look->wanted = malloc(look->size + 1);
  bytes(look->wanted);
}

// Reads what stands behind such a word of an input; 0 when it says nothing of calls.
static int readOutside(struct Outsides* all, char kind) {
  if (kind == 'c') return makeOutside(all) != 0;
  if (all->count == 0) return 0;
  struct Outside* one = &all->calls[all->count - 1];
  Word index;
  switch (kind) {
  case 'k': {
    const char* begin = at;
    bytes(one->widths);
    while (*begin == ' ') begin++;
    one->argumentCount = *begin == '-' ? 0 : (Word)(at - begin) / 2;
    return 1;
  }
  case 'i':
    index = number();
    bytes((Byte*)&one->integers[index & 1]);
    return 1;
  case 'I':
    index = number();
    one->integers[index & 1] = address();
    return 1;
  case 'f':
    index = number();
    bytes(one->floats[index & 1]);
    return 1;
  case 'z': one->isLast = 1; return 1;
  case 'e':
    one->leavesError = 1;
    one->error = (int)number();
    return 1;
  case 'm': makeWrite(one); return 1;
  case 'v': makeLook(one); return 1;
  case 'q': placeInWrite(&one->writes[one->writeCount - 1]); return 1;
  default: return 0;
  }
}

static int sameName(const char* a, const char* b) {
  while (*a && *a == *b) a++, b++;
  return *a == *b;
}

// The call that comes next; none: nothing is said of it.
static struct Outside* nextOutside(struct Outsides* all, const char* name) {
  for (Word i = 0; i < all->count; i++)
    if (!all->calls[i].isDone && sameName(all->calls[i].name, name)) return &all->calls[i];
  return 0;
}

struct Registers {
  Word arguments[6], integers[2];
  Byte floats[2][16];
};

// What a call got, as far as it is told: whether an address is null, the bits of a number.
static Word argumentOf(const struct Outside* one, const struct Registers* registers, Word number) {
  const Byte width = one->widths[number];
  if (width == 0) return registers->arguments[number] != 0;
  return width < 64 ? registers->arguments[number] & ((1UL << width) - 1) : registers->arguments[number];
}

__attribute__((no_sanitize("address"))) static void doOutside(struct Outside* one, struct Registers* registers) {
  for (Word k = 0; k < one->writeCount; k++) {
    struct Write* write = &one->writes[k];
    Byte* to = (Byte*)registers->arguments[write->position] + write->offset;
    for (Word b = 0; b < write->size; b++) to[b] = write->bytes[b];
    for (Word p = 0; p < write->pointerCount; p++) *(Word*)(to + write->pointers[p][0]) = write->pointers[p][1];
  }
  for (Word k = 0; k < 2; k++) registers->integers[k] = one->integers[k];
  for (Word k = 0; k < sizeof one->floats; k++) ((Byte*)registers->floats)[k] = ((const Byte*)one->floats)[k];
  if (one->leavesError) errno = one->error;
}
