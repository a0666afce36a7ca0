#include "analysis/testgen/runner_text.h"

namespace beagle::testgen {

const std::string_view runnerTypes = R"C(
typedef unsigned char Byte;
typedef unsigned long Word;

struct Global {
  Byte* address;
  Word size;
};

// How the function is called: its arguments and results as bytes, one element for each scalar.
struct Entry {
  struct Global* globals;
  Word globalCount;
  void** functions;
  Byte (*arguments)[16];
  Byte (*results)[16];
  Word* resultSizes;
  Word resultCount;
  void (*findGlobals)(void);
  void (*call)(void);
  int isMain; // nothing is thrown out of it, and the program is not at its end when it returns
};
)C";

// What it uses of the C library is little, and reading and writing go straight to the kernel: a program may define a
// function of such a name itself.
const std::string_view runnerText = R"C(// Runs inputs, each in a process of its own, and writes what each of them did.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

extern struct Entry beagle_entry;

// A program may have functions of these names without code, which are then ours to make up: not for this file.
#define open(...) (int)syscall(SYS_open, __VA_ARGS__)
#define dup2(...) (int)syscall(SYS_dup2, __VA_ARGS__)
#define lseek(...) syscall(SYS_lseek, __VA_ARGS__)
#define ftruncate(...) (int)syscall(SYS_ftruncate, __VA_ARGS__)
#define fcntl(...) (int)syscall(SYS_fcntl, __VA_ARGS__)
#define prctl(...) (int)syscall(SYS_prctl, __VA_ARGS__)
#define setrlimit(...) (int)syscall(SYS_setrlimit, __VA_ARGS__)
#define setitimer(...) (int)syscall(SYS_setitimer, __VA_ARGS__)
#define mprotect(...) (int)syscall(SYS_mprotect, __VA_ARGS__)
#define memfd_create(...) (int)syscall(SYS_memfd_create, __VA_ARGS__)
#define waitpid(CHILD, STATUS, OPTIONS) (pid_t)syscall(SYS_wait4, CHILD, STATUS, OPTIONS, 0)

// --- text ------------------------------------------------------------------------------------------------------

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

// --- one run ---------------------------------------------------------------------------------------------------

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

extern void* _Znwm(unsigned long) __attribute__((weak)); // operator new
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

// A writable object lies inside of a block of malloc: it cannot be given back, unless that is what the run does. A constant one lies in front of a
// page that nobody may touch.
static void makeObject(void) {
  objects = realloc(objects, (objectCount + 1) * sizeof *objects);
  struct Object* object = &objects[objectCount++];
  object->size = number();
  Word kind = number();
  object->isConstant = kind == 1;
  object->isFreed = kind == 2 || kind == 4;
  object->stream = 0;
  if (kind == 3) {
    makeStream(object);
    return;
  }
  if (object->isFreed) {
    object->address = kind == 4 && _Znwm ? _Znwm(object->size) : malloc(object->size);
  } else if (object->isConstant) {
    Word pages = (object->size + 4095) / 4096 * 4096;
    Byte* block = mmap(0, pages + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(block + pages, 4096, PROT_NONE);
    object->address = block + pages - object->size;
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

// --- what is outside -------------------------------------------------------------------------------------------

static char* files[256]; // names of those that are wanted afterwards
static Word fileCount;

static char* name(void) {
  const char* start = at;
  while (*start == ' ') start++;
  Word length = 0;
  while (start[length] != ' ' && start[length] != '\n' && start[length]) length++;
  char* text = calloc(length / 2 + 1, 1);
  bytes((Byte*)text);
  return text;
}

static Byte* content(Word* size) {
  const char* start = at;
  while (*start == ' ') start++;
  Word length = 0;
  while (start[length] != '\n' && start[length]) length++;
  *size = *start == '-' ? 0 : length / 2;
  Byte* made = calloc(*size + 1, 1);
  bytes(made);
  return made;
}

static void setFolder(char* folder, Word process) {
  static const char start[] = "/tmp/beagle-run-";
  copyBytes((Byte*)folder, start, sizeof start);
  char* end = folder + sizeof start - 1;
  for (int shift = 28; shift >= 0; shift -= 4) *end++ = "0123456789abcdef"[process >> shift & 15];
  *end = 0;
}

static void enterFolder(void) {
  static int isThere;
  if (isThere) return;
  isThere = 1;
  char folder[64];
  setFolder(folder, (Word)syscall(SYS_getpid));
  syscall(SYS_mkdir, folder, 0700);
  if (syscall(SYS_chdir, folder) != 0) exit(97);
}

static void fill(int file, const Byte* from, Word size) {
  while (size > 0) {
    long done = syscall(SYS_write, file, from, size);
    if (done <= 0) exit(97);
    from += done;
    size -= (Word)done;
  }
}

static void makeFile(void) {
  Word size;
  char* path = name();
  Byte* from = content(&size);
  enterFolder();
  for (Word i = 1; path[i]; i++)
    if (path[i] == '/') {
      path[i] = 0;
      syscall(SYS_mkdir, path, 0700);
      path[i] = '/';
    }
  int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file < 0) exit(97);
  fill(file, from, size);
  syscall(SYS_close, file);
}

static void watchFile(void) {
  enterFolder();
  if (fileCount < sizeof files / sizeof *files) files[fileCount++] = name();
}

static void makeInput(void) {
  Word size;
  Byte* from = content(&size);
  int file = memfd_create("stdin", 0);
  fill(file, from, size);
  lseek(file, 0, SEEK_SET);
  dup2(file, 0);
  syscall(SYS_close, file);
}

static void setVariable(int isSet) {
  Word size;
  char* variable = name();
  Byte* text = content(&size);
  if (isSet) setenv(variable, (char*)text, 1);
  else unsetenv(variable);
}

static void putFiles(void) {
  for (Word i = 0; i < fileCount; i++) {
    Word length = 0;
    while (files[i][length]) length++;
    putText("file ");
    putHex((const Byte*)files[i], length);
    put(' ');
    int file = open(files[i], O_RDONLY, 0);
    static Byte buffer[4096];
    Word total = 0;
    for (long got; file >= 0 && (got = syscall(SYS_read, file, buffer, sizeof buffer)) > 0; total += (Word)got) putHex(buffer, (Word)got);
    if (total == 0) put(file < 0 ? '.' : '-');
    put('\n');
    if (file >= 0) syscall(SYS_close, file);
  }
  for (Word i = 0; i < objectCount; i++) {
    if (!objects[i].stream) continue;
    putText("stream ");
    putNumber(i);
    put(' ');
    putHex(objects[i].stream->wrote, objects[i].stream->wroteCount);
    put('\n');
  }
}

static int removeOne(const char* path, const struct stat* status, int kind, struct FTW* where) {
  (void)status, (void)where;
  return (int)syscall(kind == FTW_DP ? SYS_rmdir : SYS_unlink, path);
}

static void removeFolder(Word process) {
  char folder[64];
  setFolder(folder, process);
  if (syscall(SYS_access, folder, 0) == 0) nftw(folder, removeOne, 16, FTW_DEPTH | FTW_PHYS);
}

// --- functions without code ------------------------------------------------------------------------------------

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
  Word length = 0;
  while (name[length]) length++;
  syscall(SYS_write, 2, "beagle: there is no function ", 29L);
  syscall(SYS_write, 2, name, length);
  syscall(SYS_write, 2, "\n", 1L);
  abort();
}

static void setUp(void) {
  beagle_entry.findGlobals();
  watched = calloc(beagle_entry.globalCount + 1, 1);
  for (;;) {
    Word index, value;
    switch (word()) {
    case 'o': makeObject(); break;
    case 'g':
      index = number();
      watched[index] = 1;
      bytes(beagle_entry.globals[index].address);
      break;
    case 'w': watched[number()] = 1; break;
    case 'a':
      index = number();
      bytes(beagle_entry.arguments[index]);
      break;
    case 'A':
      index = number();
      value = address();
      copyBytes(beagle_entry.arguments[index], &value, sizeof value);
      break;
    case 'p': placeAddress(); break;
    case 'c': makeOutside(); break;
    case 'k':
      value = (Word)at;
      bytes(outsides[outsideCount - 1].widths);
      outsides[outsideCount - 1].argumentCount = ((Word)at - value) / 2;
      break;
    case 'i':
      index = number();
      bytes((Byte*)&outsides[outsideCount - 1].integers[index & 1]);
      break;
    case 'I':
      index = number();
      outsides[outsideCount - 1].integers[index & 1] = address();
      break;
    case 'f':
      index = number();
      bytes(outsides[outsideCount - 1].floats[index & 1]);
      break;
    case 'z': outsides[outsideCount - 1].isLast = 1; break;
    case 'm': makeWrite(); break;
    case 'q': placeInWrite(); break;
    case 's': makeInput(); break;
    case 'F': makeFile(); break;
    case 'N':
      enterFolder();
      name();
      content(&value);
      break;
    case 'R': watchFile(); break;
    case 'M': watchMade(); break;
    case 'V': setVariable(1); break;
    case 'U': setVariable(0); break;
    default: protectConstants(); return;
    }
  }
}

// What the run has made, as far as it has left pointers to it. Reading it through the kernel is safe wherever they lead.
static void putMade(void) {
  static int through = -1;
  for (Word i = 0; i < madeCount; i++) {
    struct Made* one = &made[i];
    const Byte* from = 0;
    Word size = 0;
    if (one->kind == 'r' && state != Exiting) from = beagle_entry.results[one->number], size = beagle_entry.resultSizes[one->number];
    if (one->kind == 'o') from = objects[one->number].address, size = objects[one->number].isFreed ? 0 : objects[one->number].size;
    if (one->kind == 'g') from = beagle_entry.globals[one->number].address, size = beagle_entry.globals[one->number].size;
    if (one->kind == 'm') from = made[one->number].bytes, size = from ? made[one->number].size : 0;
    Word start = 0;
    if (from && one->size && one->offset + sizeof start <= size) {
      copyBytes((Byte*)&start, from + one->offset, sizeof start);
      start -= one->addend;
      if (through < 0) through = memfd_create("made", 0);
      lseek(through, 0, SEEK_SET);
      if (syscall(SYS_write, through, start, one->size) == (long)one->size) {
        one->bytes = calloc(one->size, 1);
        lseek(through, 0, SEEK_SET);
        syscall(SYS_read, through, one->bytes, one->size);
      }
    }
    putText("made ");
    putNumber(one->bytes ? start : 0);
    put(' ');
    putHex(one->bytes, one->bytes ? one->size : 0);
    put('\n');
  }
}

static void putMemory(void) {
  for (Word i = 0; i < objectCount; i++) {
    putText("object ");
    putNumber((Word)objects[i].address);
    put(' ');
    putHex(objects[i].address, objects[i].isFreed ? 0 : objects[i].size);
    put('\n');
  }
  for (Word i = 0; i < beagle_entry.globalCount; i++) {
    if (!watched[i]) continue;
    putText("global ");
    putNumber(i);
    put(' ');
    putNumber((Word)beagle_entry.globals[i].address);
    put(' ');
    putHex(beagle_entry.globals[i].address, beagle_entry.globals[i].size);
    put('\n');
  }
  putMade();
  putFiles();
  putText("end\n");
  flushText();
}

static void putReturned(void) {
  putText("returned\n");
  for (Word i = 0; i < beagle_entry.resultCount; i++) {
    putText("result ");
    putHex(beagle_entry.results[i], beagle_entry.resultSizes[i]);
    put('\n');
  }
}

static void onExit(int code, void* unused) {
  (void)unused;
  if (state != Running) return;
  state = Exiting;
  exitCode = code;
}

// The last thing of all: what the program has registered was called.
__attribute__((destructor(101))) static void atEnd(void) {
  if (state == Running) return;
  fflush(0);
  if (state == HasReturned) {
    putReturned();
  } else {
    putText("exited ");
    putNumber((unsigned)exitCode);
    put('\n');
  }
  putMemory();
}

_Noreturn void __assert_fail(const char* text, const char* file, unsigned line, const char* function) {
  (void)file, (void)line, (void)function;
  Word length = 0;
  while (text[length]) length++;
  putText("assert ");
  putHex((const Byte*)text, length);
  put('\n');
  flushText();
  syscall(SYS_exit_group, 0);
  __builtin_unreachable();
}

// In C++ programs: calls, and says what came out instead of a return.
extern int beagle_guarded(void (*call)(void), void (*threw)(const char*, const char*, const void*, Word)) __attribute__((weak));

static void putThrown(const char* type, const char* what, const void* scalar, Word size) {
  Word length = 0;
  while (type[length]) length++;
  putText("threw ");
  putHex((const Byte*)type, length);
  put(' ');
  for (length = 0; what && what[length]; length++) {}
  if (what) putHex((const Byte*)what, length);
  else put('.');
  put(' ');
  putHex(scalar, size);
  put('\n');
}

// What the program writes before main is no part of the runs of another function, and of none of our reports.
static int early[3], own[3]; // by descriptor

__attribute__((constructor(101))) static void atBegin(void) {
  for (int file = 1; file <= 2; file++) {
    own[file] = fcntl(file, F_DUPFD, 600);
    early[file] = fcntl(memfd_create("early", 0), F_DUPFD, 600);
    dup2(early[file], file);
  }
}

static void endOfEarly(void) {
  fflush(0);
  for (int file = 1; file <= 2; file++) dup2(own[file], file);
}

static void copyEarly(int file, int to) {
  static Byte buffer[4096];
  lseek(early[file], 0, SEEK_SET);
  for (long got; (got = syscall(SYS_read, early[file], buffer, sizeof buffer)) > 0;) syscall(SYS_write, to, buffer, got);
}

static void runOne(const char* input, int report, int output, int errors, Word milliseconds) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  int nothing = open("/dev/null", O_RDONLY);
  dup2(nothing, 0);
  dup2(output, 1);
  dup2(errors, 2);
  target = report;
  struct rlimit none = {0, 0}, text = {16 << 20, 16 << 20}, memory = {8UL << 30, 8UL << 30};
  setrlimit(RLIMIT_CORE, &none);
  setrlimit(RLIMIT_FSIZE, &text);
  if (!__asan_poison_memory_region) setrlimit(RLIMIT_AS, &memory);
  struct itimerval timer = {{0, 0}, {(long)(milliseconds / 1000), (long)(milliseconds % 1000 * 1000)}};
  setitimer(ITIMER_REAL, &timer, 0);
  at = input;
  setUp();
  on_exit(onExit, 0);
  if (beagle_entry.isMain) {
    copyEarly(1, output);
    copyEarly(2, errors);
    errno = 0;
    beagle_entry.call();
    state = HasReturned;
    exit(0);
  }
  int threw = 0;
  errno = 0; // whatever setting up has left there
  if (beagle_guarded) threw = beagle_guarded(beagle_entry.call, putThrown);
  else beagle_entry.call();
  fflush(0);
  if (!threw) putReturned();
  putMemory();
  syscall(SYS_exit_group, 0);
}

// --- all runs --------------------------------------------------------------------------------------------------

static char* readAll(void) {
  Word size = 1 << 16, count = 0;
  char* text = malloc(size);
  for (;;) {
    if (count + 1 >= size) text = realloc(text, size *= 2);
    long got = syscall(SYS_read, 0, text + count, size - count - 1);
    if (got <= 0) break;
    count += (Word)got;
  }
  text[count] = 0;
  return text;
}

static void copyFile(int file, const char* name) {
  static Byte buffer[4096];
  putText(name);
  if (name[0] != 0) put(' ');
  lseek(file, 0, SEEK_SET);
  Word total = 0;
  for (long got; (got = syscall(SYS_read, file, buffer, sizeof buffer)) > 0; total += (Word)got) {
    if (name[0] != 0) putHex(buffer, (Word)got);
    else
      for (long i = 0; i < got; i++) put((char)buffer[i]);
  }
  if (name[0] != 0) putText(total == 0 ? "-\n" : "\n");
}

static int freshFile(int file) {
  if (ftruncate(file, 0) != 0) exit(1);
  lseek(file, 0, SEEK_SET);
  return file;
}

const char* __asan_default_options(void) {
  return "detect_leaks=0:exitcode=99:detect_stack_use_after_return=1:detect_odr_violation=0:handle_abort=0:"
         "handle_sigfpe=0:handle_sigill=0:allocator_may_return_null=1:strict_string_checks=0:strict_memcmp=0:symbolize=" SYMBOLIZE;
}
const char* __ubsan_default_options(void) { return "exitcode=99:print_stacktrace=0"; }

int main(int argc, char** argv) {
  endOfEarly();
  program_invocation_name = program_invocation_short_name = "program"; // whatever this file is called
  Word milliseconds = argc > 1 ? (Word)atol(argv[1]) : 10000;
  char* text = readAll();
  int report = memfd_create("report", 0), output = memfd_create("output", 0), errors = memfd_create("errors", 0);
  report = fcntl(report, F_DUPFD, 500);
  if (report < 0 || output < 0 || errors < 0) return 1;
  for (char* input = text; *input;) {
    char* end = input;
    while (*end && *end != '=') end++;
    freshFile(report), freshFile(output), freshFile(errors);
    pid_t child = fork();
    if (child == 0) {
      *end = 0;
      target = report;
      runOne(input, report, output, errors, milliseconds);
    }
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {}
    removeFolder((Word)child);
    target = 1;
    copyFile(report, "");
    copyFile(output, "output");
    copyFile(errors, "errors");
    putText(WIFSIGNALED(status) ? "signal " : "status ");
    putNumber((Word)(WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status)));
    putText("\n");
    flushText();
    input = *end ? end + 1 : end;
    while (*input == '\n') input++;
  }
  return 0;
}

// What the analysed library functions are built on, for programs that use it directly.
__attribute__((weak)) void beagle_write(int stream, const void* text, Word count) {
  if (count) syscall(SYS_write, stream, text, count);
}
__attribute__((weak)) void beagle_exit(int code) { exit(code); }
)C";

} // namespace beagle::testgen
