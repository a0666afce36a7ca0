// Calls of functions without code, and of functions that nobody has.

static struct Outsides outsides;
static int hasBegun; // `main` or what stands for it

void beagle_missing(const char* name) {
  if (!hasBegun) return;
  Word length = 0;
  while (name[length]) length++;
  syscall(SYS_write, 2, "beagle: there is no function ", 29L);
  syscall(SYS_write, 2, name, length);
  syscall(SYS_write, 2, "\n", 1L);
  abort();
}

// Behind the registers lie the caller's %rbp and where to return to, and then what is passed on the stack.
static const Byte* seenBy(const struct Look* look, const struct Registers* registers) {
  if (look->position < 6) return (const Byte*)registers->arguments[look->position];
  return (const Byte*)(registers + 1) + 16 + (look->position - 6) * sizeof(Word);
}

__attribute__((no_sanitize("address"))) static void putSeen(const struct Look* look, const struct Registers* registers) {
  const Byte* from = seenBy(look, registers);
  putText(" @");
  putNumber(look->position);
  put(':');
  for (Word k = 0; k < look->size; k++)
    if (look->wanted[k]) putHex(from + k, 1);
    else putText("..");
}

// What stands in for a function: what it gets and gives is in `registers`. Zero where the input says nothing more of it,
// and the library has its own, which is to be called then. Before `main`, no input is there yet: it gives 0.
__attribute__((no_sanitize("address"))) int beagle_outside(const char* name, struct Registers* registers,
                                                           void (*own)(void)) {
  if (!hasBegun) {
    static struct Outside nothing;
    doOutside(&nothing, registers);
    return 1;
  }
  struct Outside* one = nextOutside(&outsides, name);
  if (!one && own) return 0;
  if (!one) beagle_missing(name);
  one->isDone = 1;
  putText("call ");
  putText(name);
  for (Word k = 0; k < one->argumentCount && k < 6; k++) {
    put(' ');
    const Word argument = argumentOf(one, registers, k);
    if (one->widths[k] == 0) put(argument ? 'p' : '0');
    else putNumber(argument);
  }
  for (Word k = 0; k < one->lookCount; k++)
    if (seenBy(&one->looks[k], registers)) putSeen(&one->looks[k], registers);
  put('\n');
  flushText(); // the run may end anyhow
  if (one->isLast) {
    fflush(0); // it may be one that exits
    abort();
  }
  doOutside(one, registers);
  return 1;
}
