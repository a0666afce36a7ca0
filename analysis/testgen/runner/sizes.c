// How large blocks of malloc are. malloc_usable_size says how much room the allocator happened to have; here it says what
// was asked for, as with AddressSanitizer and in the engine; of what the C library itself has made, as strdup, it says what
// it always does. And a block that changes its size is another one: whether it can stay where it is is nothing that code
// can know of. A program has one thread here. Where it is linked, only the second of these holds (replay.cpp), and where one
// of its allocations fails, it calls these for ir::countedAllocators: that is counted. So does the engine
// (exec/models_allocation.cpp), and so do tests (test_source.cpp): not what asks for nothing, as `realloc(block, 0)`, or for
// more than there are numbers.

struct Block {
  Word address, size; // 0: free
};
static struct Block* blocks; // by a hash of the address, then the next free one
static Word blockRoom, blockCount;

static Word failing; // which allocation of the run finds no memory, from 1; 0: all find some
static Word asked;   // so many there were
static Word kept;    // so many blocks more than before
static int isRunning;

static struct Block* blockAt(Word address) {
  Word at = (address >> 4) * 0x9E3779B97F4A7C15UL;
  for (at &= blockRoom - 1; blocks[at].address && blocks[at].address != address; at = (at + 1) & (blockRoom - 1)) {}
  return &blocks[at];
}

static void noteBlock(void* block, Word size) {
  if (!block) return;
  if (isRunning) kept++;
  if (blockCount * 2 >= blockRoom) {
    struct Block* old = blocks;
    const Word oldRoom = blockRoom;
    blockRoom = oldRoom ? oldRoom * 2 : 1024;
    blocks = calloc(blockRoom, sizeof *blocks);
    for (Word i = 0; i < oldRoom; i++)
      if (old[i].address) *blockAt(old[i].address) = old[i];
    free(old);
  }
  struct Block* known = blockAt((Word)block);
  if (!known->address) blockCount++;
  *known = (struct Block){(Word)block, size};
}

size_t beagle_usable_size(void* block) {
  struct Block* known = block && blockRoom ? blockAt((Word)block) : 0;
  const size_t room = malloc_usable_size(block);
  return known && known->address && known->size <= room ? known->size : room;
}

static int fails(void) {
  if (!isRunning || ++asked != failing) return 0;
  errno = ENOMEM;
  return 1;
}

static void* newBlock(size_t size) {
  void* block = malloc(size);
  noteBlock(block, size);
  return block;
}

void* beagle_malloc(size_t size) { return fails() ? 0 : newBlock(size); }

void* beagle_calloc(size_t count, size_t size) {
  Word bytes;
  if (!__builtin_mul_overflow(count, size, &bytes) && fails()) return 0;
  void* block = calloc(count, size);
  if (block) noteBlock(block, bytes);
  return block;
}

static char* copyOf(const char* text, size_t most) {
  size_t length = 0;
  while (length < most && text[length]) length++;
  if (fails()) return 0;
  char* copy = newBlock(length + 1);
  if (!copy) return 0;
  __builtin_memcpy(copy, text, length);
  copy[length] = 0;
  return copy;
}

char* beagle_strdup(const char* text) { return copyOf(text, ~0UL); }
char* beagle_strndup(const char* text, size_t most) { return copyOf(text, most); }

// What the C library makes later in the same place is not as large.
static void forget(void* block) {
  struct Block* known = block && blockRoom ? blockAt((Word)block) : 0;
  if (!known || !known->address) return;
  if (isRunning && known->size != ~0UL) kept--;
  known->size = ~0UL;
}

void beagle_free(void* block) {
  forget(block);
  free(block);
}

// Operators new and delete, as far as code calls them itself. None of them fails here.
extern void* _Znwm(size_t) __attribute__((weak));
extern void* _Znam(size_t) __attribute__((weak));
extern void _ZdlPv(void*) __attribute__((weak));
extern void _ZdaPv(void*) __attribute__((weak));

void* beagle_new(size_t size) {
  void* block = _Znwm(size);
  noteBlock(block, size);
  return block;
}

void* beagle_new_array(size_t size) {
  void* block = _Znam(size);
  noteBlock(block, size);
  return block;
}

void beagle_delete(void* block) {
  forget(block);
  _ZdlPv(block);
}
void beagle_delete_sized(void* block, size_t size) { (void)size, beagle_delete(block); }

void beagle_delete_array(void* block) {
  forget(block);
  _ZdaPv(block);
}
void beagle_delete_array_sized(void* block, size_t size) { (void)size, beagle_delete_array(block); }

void* beagle_realloc(void* block, size_t size) {
  if (!block) return beagle_malloc(size);
  if (size == 0) {
    beagle_free(block);
    return 0;
  }
  void* moved = beagle_malloc(size);
  if (!moved) return 0;
  const size_t had = malloc_usable_size(block);
  __builtin_memcpy(moved, block, had < size ? had : size);
  beagle_free(block);
  return moved;
}
// What `-Wl,--wrap=realloc` makes of a program's calls of it, and of its address.
void* __wrap_realloc(void*, size_t) __attribute__((alias("beagle_realloc")));
