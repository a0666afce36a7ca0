// The objects of an input, and what else of memory is looked at afterwards.

struct Stream {
  Byte *bytes, *wrote;
  Word size, at, wroteCount;
};

struct Object {
  Byte* address;
  Word size;
  int isConstant;
  int isFreed;
  struct Stream* stream;
  int isReadOn; // what is left of the stream is wanted
};

static struct Object* objects;
static Word objectCount;
static Byte* watched; // by number of the global
static enum { Running, Exiting, HasReturned } state; // HasReturned: from main
static int exitCode;

// Memory of the run's own that is wanted: a pointer in a result, an object, a global or such memory leads into it.
struct Made {
  char kind;
  Word number, offset, addend, size;
  Byte* bytes;
};

static struct Made* made;
static Word madeCount;

static void watchMade(void) {
  made = realloc(made, (madeCount + 1) * sizeof *made);
  struct Made* one = &made[madeCount++];
  one->kind = word();
  one->number = number();
  one->offset = number();
  one->addend = number();
  one->size = number();
  one->bytes = 0;
}

extern void __sanitizer_set_death_callback(void (*)(void)) __attribute__((weak));
extern void __asan_poison_memory_region(const volatile void*, Word) __attribute__((weak));

static ssize_t readStream(void* cookie, char* to, size_t count) {
  struct Stream* stream = cookie;
  Word done = 0;
  for (; done < count && stream->at < stream->size; done++) to[done] = (char)stream->bytes[stream->at++];
  return (ssize_t)done;
}

static ssize_t writeStream(void* cookie, const char* from, size_t count) {
  struct Stream* stream = cookie;
  stream->wrote = realloc(stream->wrote, stream->wroteCount + count + 1);
  for (Word i = 0; i < count; i++) stream->wrote[stream->wroteCount++] = (Byte)from[i];
  return (ssize_t)count;
}

static int seekStream(void* cookie, off64_t* offset, int origin) {
  struct Stream* stream = cookie;
  long position = *offset + (origin == SEEK_SET ? 0 : origin == SEEK_CUR ? (long)stream->at : (long)stream->size);
  if (position < 0) return -1;
  stream->at = (Word)position;
  *offset = position;
  return 0;
}

// A FILE that gives the bytes, and keeps what is written to it apart from them.
static void makeStream(struct Object* object) {
  struct Stream* stream = calloc(1, sizeof *stream);
  stream->bytes = malloc(object->size + 1);
  stream->size = object->size;
  bytes(stream->bytes);
  cookie_io_functions_t functions = {readStream, writeStream, seekStream, 0};
  object->address = (Byte*)fopencookie(stream, "r+", functions);
  object->stream = stream;
  object->size = 0;
}

// A writable object lies inside of a block of malloc: it cannot be given back, unless that is what the run does, or
// it was to grow, and could not. A constant one lies in front of a page that nobody may touch; where AddressSanitizer watches, as near to it as lets it
// watch both ends.
static void makeObject(void) {
  objects = realloc(objects, (objectCount + 1) * sizeof *objects);
  struct Object* object = &objects[objectCount++];
  object->size = number();
  Word kind = number();
  object->isConstant = kind == 1;
  object->isFreed = kind == 2 || kind == 4 || kind == 5;
  const int isHeap = object->isFreed || kind == 6;
  object->stream = 0;
  object->isReadOn = 0;
  if (kind == 3) {
    makeStream(object);
    return;
  }
  if (isHeap) {
    object->address = kind == 4 && _Znwm   ? _Znwm(object->size)
                      : kind == 5 && _Znam ? _Znam(object->size)
                                           : beagle_malloc(object->size);
  } else if (object->isConstant) {
    Word pages = (object->size + 4095) / 4096 * 4096;
    Byte* block = mmap(0, pages + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(block + pages, 4096, PROT_NONE);
    Word room = __asan_poison_memory_region ? (object->size + 7) / 8 * 8 : object->size;
    object->address = block + pages - room;
    if (__asan_poison_memory_region) {
      __asan_poison_memory_region(block, pages - room);
      __asan_poison_memory_region(object->address + object->size, room - object->size);
    }
  } else {
    Byte* block = malloc(object->size + 16);
    if (__asan_poison_memory_region) __asan_poison_memory_region(block, 16);
    object->address = block + 16;
  }
  bytes(object->address);
}

static void protectConstants(void) {
  for (Word i = 0; i < objectCount; i++)
    if (objects[i].isConstant && objects[i].size)
      mprotect((Byte*)((Word)objects[i].address & ~4095UL), (objects[i].size + 4095) / 4096 * 4096, PROT_READ);
}

static Word address(void) {
  char kind = word();
  if (kind == 'n') return number();
  Word index = number();
  if (kind == 'f') return (Word)beagle_entry.functions[index] + number();
  Word base = (Word)(kind == 'o' ? objects[index].address : beagle_entry.globals[index].address);
  return base + number();
}

static void copyBytes(Byte* to, const void* from, Word count) {
  for (Word i = 0; i < count; i++) to[i] = ((const Byte*)from)[i];
}

static void placeAddress(void) {
  char kind = word();
  Word index = number();
  Byte* base = kind == 'o' ? objects[index].address : beagle_entry.globals[index].address;
  base += number();
  Word value = address();
  copyBytes(base, &value, sizeof value);
}
