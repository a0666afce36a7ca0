// Reads `key=value;key=value`: names of letters, values that are numbers, `yes`, or quoted text.
// Inputs: global input.
// Paths: 48451.
#include "bench.h"

unsigned char input[10];

typedef struct {
  const unsigned char* at;
  const unsigned char* end;
} Reader;

static int isLetter(unsigned char c) {
  return (c >= 'a' && c <= 'z') || c == '_';
}
static int isDigit(unsigned char c) {
  if (c < '0') return 0; // no `&&`, which one of the two may make a value of and the other a branch
  if (c > '9') return 0;
  return 1;
}

static int readKey(Reader* reader) {
  int length = 0;
  while (reader->at < reader->end && isLetter(*reader->at)) {
    reader->at++;
    length++;
  }
  return length;
}

static int readNumber(Reader* reader) {
  int value = 0;
  while (reader->at < reader->end && isDigit(*reader->at)) value = value * 10 + (*reader->at++ - '0');
  return value;
}

static int readQuoted(Reader* reader) {
  int length = 0;
  for (reader->at++; reader->at < reader->end; reader->at++, length++)
    if (*reader->at == '"') {
      reader->at++;
      return length;
    }
  return -1;
}

static int readWord(Reader* reader, const char* word) {
  const unsigned char* at = reader->at;
  for (; *word; word++, at++)
    if (at == reader->end || *at != (unsigned char)*word) return 0;
  reader->at = at;
  return 1;
}

static int readValue(Reader* reader) {
  if (reader->at == reader->end) return -1;
  if (isDigit(*reader->at)) return readNumber(reader);
  if (*reader->at == '"') return readQuoted(reader);
  if (readWord(reader, "yes")) return 1;
  return -1;
}

int bench_entry(void) {
  Reader reader = {input, input + sizeof input};
  int sum = 0;
  for (int pairs = 0;; pairs++) {
    if (reader.at == reader.end || *reader.at == 0) return sum + pairs;
    int length = readKey(&reader);
    if (length == 0) return -1;
    if (reader.at == reader.end || *reader.at != '=') return -2;
    reader.at++;
    int value = readValue(&reader);
    if (value < 0) return -3;
    sum += length * value;
    if (reader.at < reader.end && *reader.at == ';') reader.at++;
  }
}

#ifdef BENCH_MAIN
BENCH_MAIN {
  BENCH_INPUT(input);
  BENCH_RETURN(bench_entry());
}
#endif
