// Files as bounded memory: what names lead to, and what is in it.

#include "analysis/exec/runtime/files.h"

static struct File* files;
static struct File input;
static struct Open standard[3] = {{OnFile, OpenRead, 0, 0, &input, 0, 0, 0},
                                  {OnTerminal, OpenWrite, 1, 0, NOTHING, 0, 0, 0},
                                  {OnTerminal, OpenWrite, 2, 0, NOTHING, 0, 0, 0}};
static struct Open* table[MostDescriptors] = {&standard[0], &standard[1], &standard[2]};

static void* make(size_t size) {
  byte* made = malloc(size);
  for (size_t i = 0; i < size; ++i) made[i] = 0;
  return made;
}

struct File* beagle_new_file(void) {
  struct File* file = make(sizeof *file);
  file->state = Written;
  file->next = files;
  files = file;
  return file;
}

int beagle_is_no_name(const char* name) {
  if (name && *name) return 0;
  *__errno_location() = name ? E_NOENT : E_FAULT;
  beagle_without_file();
  return 1;
}

struct File* beagle_find_file(const char* name) {
  const void* root = beagle_file(name);
  for (struct File* file = files; file; file = file->next)
    if (file->isNamed && beagle_same_object(file->root, root)) return file;
  struct File* file = beagle_new_file();
  file->root = root;
  file->isNamed = 1;
  file->state = NotLookedAt;
  return file;
}

static void lookAt(struct File* file) {
  if (file->state != NotLookedAt) return;
  if (file == &input) file->root = beagle_stdin();
  if (!file->root) {
    file->state = Missing;
    return;
  }
  file->state = OfInput;
  file->bytes = (byte*)file->root;
  file->size = beagle_size(file->root);
}

int beagle_exists(struct File* file) {
  lookAt(file);
  return file->state != Missing;
}

/// As a number that is the same for all inputs of the path.
static size_t settled(size_t number) {
  if (beagle_is_known((long)number)) return number;
  size_t known = 0;
  while (known < number) ++known;
  return known;
}

static void makeRoom(struct File* file, size_t size) {
  if (file->state == Written && size <= file->room) return;
  const size_t room = size < 64 ? 64 : 2 * size;
  byte* bytes = malloc(room);
  for (size_t i = 0; i < file->size; ++i) bytes[i] = file->bytes[i];
  if (file->state == Written) free(file->bytes);
  file->state = Written;
  file->bytes = bytes;
  file->room = room;
}

void beagle_make_empty(struct File* file) {
  if (file->state == Written) free(file->bytes);
  file->state = Written;
  file->bytes = NOTHING;
  file->size = file->room = 0;
  if (file->isNamed) beagle_cut_file(file->root, 0);
}

void beagle_resize(struct File* file, size_t size) {
  size = settled(size);
  file->size = settled(file->size);
  makeRoom(file, size);
  for (size_t i = file->size; i < size; ++i) file->bytes[i] = 0;
  if (file->isNamed && size > file->size)
    beagle_write_file(file->root, file->size, file->bytes + file->size, size - file->size);
  if (file->isNamed && size < file->size) beagle_cut_file(file->root, size);
  file->size = size;
}

static int freeDescriptor(void) {
  for (int i = 0; i < MostDescriptors; ++i)
    if (!table[i]) return i;
  return -1;
}

struct Open* beagle_open_file(struct File* file, int mode, int isCut, int mustBeThere) {
  const int descriptor = freeDescriptor();
  if (descriptor < 0) {
    *__errno_location() = E_MFILE;
    return NOTHING;
  }
  if (isCut && !mustBeThere) {
    beagle_make_empty(file);
  } else if (!beagle_exists(file)) {
    if (mustBeThere) {
      *__errno_location() = E_NOENT;
      return NOTHING;
    }
    beagle_make_empty(file);
  } else if (isCut) {
    beagle_make_empty(file);
  }
  struct Open* open = make(sizeof *open);
  open->mode = mode;
  open->descriptor = descriptor;
  open->file = file;
  table[descriptor] = open;
  return open;
}

struct Open* beagle_open_at(int descriptor) {
  return descriptor < 0 || descriptor >= MostDescriptors ? NOTHING : table[descriptor];
}

int beagle_read_byte(struct Open* open) {
  if (open->kind == OnTerminal || !(open->mode & OpenRead)) return -1;
  struct File* file = open->file;
  lookAt(file);
  if (open->position >= file->size) return -1;
  return file->bytes[open->position++];
}

size_t beagle_read_bytes(struct Open* open, byte* to, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    const int c = beagle_read_byte(open);
    if (c < 0) return i;
    to[i] = (byte)c;
  }
  return count;
}

void beagle_keep(struct Open* open) {
  const int isSeen = open->kind == OnStream || (open->kind == OnFile && open->file->isNamed);
  if (isSeen && (open->mode & OpenWrite)) beagle_keep_file(open->file->root);
}

static void writeToFile(struct Open* open, const void* bytes, size_t count) {
  struct File* file = open->file;
  lookAt(file);
  file->size = settled(file->size);
  open->position = settled(open->position);
  if (open->mode & OpenAppend) open->position = file->size;
  if (open->position > file->size) beagle_resize(file, open->position);
  const size_t end = open->position + count;
  makeRoom(file, end);
  if (file->isNamed) beagle_write_file(file->root, open->position, bytes, count);
  for (size_t i = 0; i < count; ++i) file->bytes[open->position + i] = ((const byte*)bytes)[i];
  open->position = end;
  if (end > file->size) file->size = end;
}

static void writeAll(struct Open* open, const byte* bytes, size_t count) {
  if (count == 0) return;
  if (open->kind == OnTerminal) {
    beagle_write(open->descriptor, bytes, count);
  } else if (open->kind == OnStream) {
    beagle_write_file(open->file->root, open->written, bytes, count);
    open->written += count;
  } else {
    writeToFile(open, bytes, count);
  }
}

void beagle_write_bytes(struct Open* open, const void* bytes, size_t count) {
  const byte* text = bytes;
  size_t kept = open->buffer == Direct ? count : 0;
  if (open->buffer == Lines && open->kind != OnTerminal)
    for (kept = count; kept > 0 && text[kept - 1] != '\n';) --kept;
  writeAll(open, text, kept);
  if (kept > 0) beagle_keep(open);
  writeAll(open, text + kept, count - kept);
}

long beagle_seek(struct Open* open, long offset, int origin) {
  if (open->kind == OnTerminal) {
    *__errno_location() = E_SPIPE;
    return -1;
  }
  if (origin < 0 || origin > 2) {
    *__errno_location() = E_INVAL;
    return -1;
  }
  lookAt(open->file);
  const long base = origin == 0 ? 0 : origin == 1 ? (long)open->position : (long)open->file->size;
  if (base + offset < 0) {
    *__errno_location() = E_INVAL;
    return -1;
  }
  open->position = (size_t)(base + offset);
  return base + offset;
}

int beagle_close(int descriptor) {
  struct Open* open = table[descriptor];
  table[descriptor] = NOTHING;
  if (open->others-- > 0) return 0;
  const int isStandard = open->kind == OnTerminal || beagle_same_object(open, standard);
  if (!isStandard) free(open);
  return 0;
}

void beagle_end_stream(struct Open* open) {
  if (open->descriptor < 0)
    free(open);
  else
    beagle_close(open->descriptor);
}

int beagle_duplicate(int descriptor, int as, int from) {
  if (as == descriptor) return as;
  for (as = as < 0 ? from : as; as < MostDescriptors && table[as] && from >= 0; ++as) {
  }
  if (as >= MostDescriptors) {
    *__errno_location() = E_MFILE;
    return -1;
  }
  if (table[as]) beagle_close(as);
  table[as] = table[descriptor];
  ++table[as]->others;
  return as;
}
