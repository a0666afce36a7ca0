// Forms: inputs of which some numbers may be others. What stands in the file of forms:
//
//   f NUMBER WIDTH     the result of that number is a float
//   G BASE HEAD        two variables that are one, by their numbers in each version
//   T                  a form: its input as each version's runner reads it (testgen's protocol), then its numbers
//   v a ARGUMENT 0 BYTES MASK          an argument
//   v o OBJECT OFFSET BYTES MASK       in an object
//   v g BASE HEAD OFFSET BYTES MASK    in a variable
//
// The fuzzer's bytes are the number of a form and its numbers, one after the other.

enum { mostForms = 64, mostObjects = 64, mostNumbers = 1024, mostArguments = 64, mostResults = 16, mostPairs = 4096 };

struct Object {
  Byte* address;
  Word size;
  Byte* images[2]; // before the run, in each version
  Byte* after;     // the run of the first version
  int isFreed[2];
};

struct Image {
  Word global;
  Byte* bytes;
};

struct Number {
  char where;
  Word number, other, offset, bytes, mask;
  Word place;        // in the fuzzer's bytes
  Word text, length; // of characters side by side, the number of the first, and how many they are from there on
};

struct Form {
  struct Object objects[mostObjects];
  Word objectCount;
  Byte arguments[2][mostArguments][16];
  struct Image images[2][256];
  Word imageCount[2];
  struct Outsides outsides[2]; // what functions without code do
  struct Number numbers[mostNumbers];
  Word numberCount, size;
  Byte first[8 * mostNumbers]; // what the numbers are as the form came
};

static struct Form* forms[mostForms];
static Word formCount;
static struct Form* current;
static Word floatWidths[mostResults];
static Word sameGlobals[mostPairs][2], sameGlobalCount;

static int takeInputObject(void* address, Word* size) {
  for (Word i = 0; current && i < current->objectCount; i++) {
    struct Object* object = &current->objects[i];
    if (object->address != address) continue;
    if (object->isFreed[running]) abort();
    object->isFreed[running] = 1;
    *size = object->size;
    return 1;
  }
  return 0;
}

// It ends where a page begins that nobody may touch.
static Byte* makeObject(Word size) {
  Word room = (size + 15) & ~15UL, pages = (room + 4095) & ~4095UL;
  Byte* block = mmap(0, pages + 8192, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (block == MAP_FAILED) fail("no memory");
  mprotect(block + 4096, pages, PROT_READ | PROT_WRITE);
  return block + 4096 + pages - room;
}

// What is being read.
static struct Form* reading;
static int side;

static Word address(void) {
  char kind = word();
  if (kind == 'n') return number();
  Word index = number(), addend = number();
  if (kind == 'f') return (Word)versions[side].entry->functions[index] + addend;
  return (Word)(kind == 'o' ? reading->objects[index].address : versions[side].entry->globals[index].address) + addend;
}

static struct Image* imageOf(struct Form* form, int version, Word global) {
  for (Word i = 0; i < form->imageCount[version]; i++)
    if (form->images[version][i].global == global) return &form->images[version][i];
  fail("no such variable");
}

static void readInput(int version) {
  struct Form* form = reading;
  struct Entry* entry = versions[version].entry;
  side = version;
  Word objects = 0, index, offset, value;
  for (;;) {
    const char kind = word();
    switch (kind) {
    case 'o': {
      Word size = number();
      (void)number();
      if (objects == mostObjects) fail("too many objects");
      struct Object* object = &form->objects[objects++];
      if (version == 0) {
        object->address = makeObject(size);
        object->size = size;
        object->after = calloc(size + 8, 1);
      }
      object->images[version] = calloc(size + 8, 1);
      bytes(object->images[version]);
      form->objectCount = objects;
      break;
    }
    case 'g': {
      if (form->imageCount[version] == 256) fail("too many variables");
      struct Image* image = &form->images[version][form->imageCount[version]++];
      image->global = number();
      image->bytes = calloc(entry->globals[image->global].size + 8, 1);
      bytes(image->bytes);
      break;
    }
    case 'w': (void)number(); break;
    case 'a':
      index = number();
      if (index >= mostArguments) fail("too many arguments");
      bytes(form->arguments[version][index]);
      break;
    case 'A':
      index = number();
      if (index >= mostArguments) fail("too many arguments");
      value = address();
      memcpy(form->arguments[version][index], &value, sizeof value);
      break;
    case 'p': {
      const char of = word();
      index = number();
      offset = number();
      value = address();
      memcpy((of == 'o' ? form->objects[index].images[version] : imageOf(form, version, index)->bytes) + offset, &value, sizeof value);
      break;
    }
    case 'M':
      while (*at && *at != '\n') at++;
      break;
    case '=': return;
    default:
      if (!readOutside(&form->outsides[version], kind)) fail("an input that cannot be fuzzed");
    }
  }
}

// Where the number stands before a run.
static Byte* placeOf(struct Form* form, const struct Number* one, int version) {
  switch (one->where) {
  case 'a': return form->arguments[version][one->number] + one->offset;
  case 'o': return form->objects[one->number].images[version] + one->offset;
  default: return imageOf(form, version, version == 0 ? one->number : one->other)->bytes + one->offset;
  }
}

static void readNumber(struct Form* form) {
  if (form->numberCount == mostNumbers) fail("too many numbers");
  struct Number* one = &form->numbers[form->numberCount++];
  one->where = word();
  one->number = number();
  one->other = one->where == 'g' ? number() : one->number;
  one->offset = number();
  one->bytes = number();
  one->mask = number();
  one->place = 1 + form->size;
  memcpy(form->first + form->size, placeOf(form, one, 0), one->bytes);
  form->size += one->bytes;
  one->text = form->numberCount - 1;
  one->length = 1;
  const struct Number* last = one - 1;
  if (one->text == 0 || one->bytes != 1 || last->bytes != 1 || last->where != one->where || last->number != one->number ||
      last->offset + 1 != one->offset)
    return;
  one->text = last->text;
  form->numbers[one->text].length++;
}

static void readForms(void) {
  for (;;) switch (word()) {
    case 'f': {
      Word index = number(), width = number();
      if (index < mostResults) floatWidths[index] = width;
      break;
    }
    case 'G':
      if (sameGlobalCount == mostPairs) fail("too many variables");
      sameGlobals[sameGlobalCount][0] = number();
      sameGlobals[sameGlobalCount++][1] = number();
      break;
    case 'T':
      if (formCount == mostForms) fail("too many forms");
      reading = forms[formCount++] = calloc(1, sizeof **forms);
      readInput(0);
      readInput(1);
      break;
    case 'v':
      if (formCount == 0) fail("a number without a form");
      readNumber(reading);
      break;
    case 0: return;
    default: fail("no forms");
    }
}

// Sets the form's numbers to what the bytes say; what they lack is as it came.
static void fillIn(struct Form* form, const Byte* data, Word size) {
  Word from = 0;
  for (Word i = 0; i < form->numberCount; i++) {
    const struct Number* one = &form->numbers[i];
    Word value = 0;
    for (Word k = 0; k < one->bytes; k++) value |= (Word)(from + k < size ? data[from + k] : form->first[from + k]) << (8 * k);
    value &= one->mask;
    from += one->bytes;
    memcpy(placeOf(form, one, 0), &value, one->bytes);
    memcpy(placeOf(form, one, 1), &value, one->bytes);
  }
}
