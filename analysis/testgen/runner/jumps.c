// A longjmp to a buffer that no setjmp of this run has filled leaves the entry: the buffer is its input, and its caller's.
// All others are the program's, copies of buffers too: they are known by where they lead.

enum { whereToGo = 7, mostMarks = 1024 }; // which word of a buffer has the address of the code, as the C library hides it

extern void* dlsym(void* from, const char* name);
extern void __asan_handle_no_return(void) __attribute__((weak));

static void* nextOf(const char* name) { return dlsym((void*)-1L, name); }

static Word marks[mostMarks];
static Word markCount;

static Word hidden(Word code) {
  Word guard;
  __asm__("mov %%fs:0x30, %0" : "=r"(guard));
  code ^= guard;
  return code << 17 | code >> 47;
}

static int isMark(Word where) {
  for (Word i = 0; i < markCount; i++)
    if (marks[i] == where) return 1;
  return markCount == mostMarks; // it may be
}

// Remembers where a call of setjmp comes back, and says where the function of that name is.
__attribute__((visibility("hidden"), used)) void* beagle_mark(Word code, const char* name) {
  const Word where = hidden(code);
  if (!isMark(where)) marks[markCount++] = where;
  return nextOf(name);
}

// setjmp has to stand in its caller's frame: it goes on from here with all as it was.
#define SETS_MARK(NAME)                         \
  __asm__(".weak " NAME "\n"                    \
          ".type " NAME ", @function\n" NAME ":\n" \
          "  push %rdi\n"                       \
          "  push %rsi\n"                       \
          "  mov 16(%rsp), %rdi\n"              \
          "  lea 1f(%rip), %rsi\n"              \
          "  sub $8, %rsp\n"                    \
          "  call beagle_mark\n"                \
          "  add $8, %rsp\n"                    \
          "  pop %rsi\n"                        \
          "  pop %rdi\n"                        \
          "  jmp *%rax\n"                       \
          "1: .asciz \"" NAME "\"\n"            \
          ".size " NAME ", . - " NAME "\n")

__asm__(".text\n");
SETS_MARK("setjmp");
SETS_MARK("_setjmp");
SETS_MARK("__sigsetjmp");

// An address that cannot be read shows, to AddressSanitizer as well.
static void look(const void* at) {
  Word first = 0;
  volatile Word size = sizeof first;
  __builtin_memcpy(&first, at, size); // which AddressSanitizer sees when it is called
  volatile Word seen = first;
  (void)seen;
}

_Noreturn static void jump(const char* name, void* buffer, int value) {
  look(buffer);
  if (!beagle_entry.isMain && !isMark(((const Word*)buffer)[whereToGo])) {
    const Word address = (Word)buffer;
    fflush(0);
    putText("jumped ");
    putNumber((unsigned)(value ? value : 1));
    put(' ');
    putHex((const Byte*)&address, sizeof address);
    put('\n');
    putMemory();
    syscall(SYS_exit_group, 0);
  }
  if (__asan_handle_no_return) __asan_handle_no_return();
  ((void (*)(void*, int))nextOf(name))(buffer, value); // the next one of this name
  __builtin_unreachable();
}

// Not weak: AddressSanitizer's own of these names are, and come first.
__attribute__((noreturn)) void longjmp(void* buffer, int value) { jump("longjmp", buffer, value); }
__attribute__((noreturn)) void _longjmp(void* buffer, int value) { jump("_longjmp", buffer, value); }
__attribute__((noreturn)) void siglongjmp(void* buffer, int value) { jump("siglongjmp", buffer, value); }
__attribute__((noreturn)) void __longjmp_chk(void* buffer, int value) { jump("__longjmp_chk", buffer, value); }
