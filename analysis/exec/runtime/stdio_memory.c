// stdio.h: streams that are memory.

#include "analysis/exec/runtime/stdio_streams.h"

/// Where what is written goes when it is flushed.
struct Memory {
  FILE* stream;
  struct Memory* next;
  char** text;
  size_t* length;
  char* made; ///< what the text is
  size_t room;
};

static struct Memory* memories;

static FILE* streamIn(struct File* file, int mode) {
  struct Open* open = malloc(sizeof *open);
  open->kind = InMemory;
  open->mode = mode;
  open->descriptor = -1;
  open->others = 0;
  open->file = file;
  open->position = open->written = 0;
  open->buffer = Full;
  return beagle_stream_on(open);
}

FILE* open_memstream(char** text, size_t* length) {
  struct Memory* memory = malloc(sizeof *memory);
  FILE* stream = streamIn(beagle_new_file(), OpenWrite);
  memory->stream = stream;
  memory->next = memories;
  memory->text = text;
  memory->length = length;
  memory->made = NOTHING;
  memory->room = 0;
  memories = memory;
  return stream;
}

static void flush(struct Memory* memory, int isLast) {
  const struct Open* open = memory->stream->open;
  const size_t length = open->position; // nobody has moved it
  if (length >= memory->room || isLast) {
    char* made = malloc(length + 1);
    free(memory->made);
    memory->made = made;
    memory->room = length + 1;
  }
  for (size_t i = 0; i < length; ++i) memory->made[i] = (char)open->file->bytes[i];
  memory->made[length] = 0;
  *memory->text = memory->made;
  *memory->length = length;
}

void beagle_flush_memory(FILE* stream) {
  for (struct Memory* memory = memories; memory; memory = memory->next)
    if (!stream || beagle_same_object(memory->stream, stream)) flush(memory, 0);
}

void beagle_end_memory(FILE* stream) {
  for (struct Memory** at = &memories; *at; at = &(*at)->next) {
    struct Memory* memory = *at;
    if (!beagle_same_object(memory->stream, stream)) continue;
    flush(memory, 1);
    *at = memory->next;
    free(memory);
    return;
  }
}

FILE* fmemopen(void* bytes, size_t size, const char* mode) {
  if (!bytes || *mode != 'r' || mode[1] == '+' || (mode[1] && mode[2] == '+'))
    beagle_unsupported("fmemopen for writing");
  struct File* file = beagle_new_file();
  file->state = OfInput;
  file->bytes = bytes;
  file->size = size;
  return streamIn(file, OpenRead);
}
