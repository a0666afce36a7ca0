// Whether both versions did the same. Addresses are the same when they lead to the same: what each version has made lies
// somewhere else.

struct Both {
  const Byte *base, *head;
  Word size;
};

static struct Both waiting[mostBlocks];
static Word waitingCount;

static int sameGlobal(Word base, Word head) {
  for (Word i = 0; i < sameGlobalCount; i++) {
    const struct Global* one = &versions[0].entry->globals[sameGlobals[i][0]];
    const struct Global* other = &versions[1].entry->globals[sameGlobals[i][1]];
    if (base - (Word)one->address < one->size) return head - (Word)other->address == base - (Word)one->address;
    if (head - (Word)other->address < other->size) return 0;
  }
  return 1; // a function or a constant, by whatever name
}

static int isOnStack(Word address) {
  Word here = (Word)__builtin_frame_address(0);
  return address > here - (1UL << 23) && address < here + (1UL << 16);
}

static int sameWord(Word base, Word head) {
  struct Block* one = blockAround(&heaps[0], base);
  struct Block* other = blockAround(&heaps[1], head);
  if (one && other) {
    if (base - (Word)one->address != head - (Word)other->address) return 0;
    if (!one->mate && !other->mate) {
      one->mate = other;
      other->mate = one;
      Word size = one->size < other->size ? one->size : other->size;
      if (size > mostFilled) size = mostFilled;
      if (!one->isLibrary && waitingCount < mostBlocks) waiting[waitingCount++] = (struct Both){one->address, other->address, size};
    }
    return one->mate == other;
  }
  if (base == head) return 1;
  if (isInside(&versions[0], base) && isInside(&versions[1], head)) return sameGlobal(base, head);
  return isOnStack(base) && isOnStack(head);
}

static int sameBytes(const Byte* base, const Byte* head, Word size) {
  while (size > 0 && ((Word)base & 7) == ((Word)head & 7) && ((Word)base & 7) != 0) {
    if (*base++ != *head++) return 0;
    size--;
  }
  for (; size >= 8; base += 8, head += 8, size -= 8) {
    Word one, other;
    memcpy(&one, base, 8);
    memcpy(&other, head, 8);
    if (!sameWord(one, other)) return 0;
  }
  return memcmp(base, head, size) == 0;
}

static int sameResult(Word number, const Byte* base, const Byte* head, Word size) {
  if (size == 4 && floatWidths[number] == 32) {
    float one, other;
    memcpy(&one, base, 4);
    memcpy(&other, head, 4);
    if (one != one && other != other) return 1;
  }
  if (size == 8 && floatWidths[number] == 64) {
    double one, other;
    memcpy(&one, base, 8);
    memcpy(&other, head, 8);
    if (one != one && other != other) return 1;
  }
  return sameBytes(base, head, size);
}

// What differs, in a word; 0: nothing does.
static const char* difference(struct Form* form) {
  static char text[64];
  const struct Outcome *base = &outcomes[0], *head = &outcomes[1];
  if (base->end == TimedOut || head->end == TimedOut || base->end == Untold || head->end == Untold) return 0;
  if (base->end != head->end) {
    snprintf(text, sizeof text, "end%d-%d", base->end, head->end);
    return text;
  }
  if (base->end == Exited && base->code != head->code) return "code";
  if (base->end == Threw && base->detail != head->detail) return "detail";
  if (base->end != Returned && base->end != Exited) return 0;
  for (int i = 0; i < 2; i++)
    if (base->text[i] != head->text[i] || base->textSize[i] != head->textSize[i]) return i == 0 ? "output" : "errors";
  if (base->calls != head->calls) return "calls";
  waitingCount = 0;
  const struct Entry* entry = versions[0].entry;
  for (Word i = 0; base->end == Returned && i < entry->resultCount && i < mostResults; i++)
    if (!sameResult(i, base->results[i], head->results[i], entry->resultSizes[i])) {
      snprintf(text, sizeof text, "result%lu", i);
      return text;
    }
  for (Word i = 0; i < form->objectCount; i++) {
    const struct Object* object = &form->objects[i];
    snprintf(text, sizeof text, "object%lu", i);
    if (object->isFreed[0] != object->isFreed[1]) return text;
    if (!object->isFreed[0] && !sameBytes(object->after, object->address, object->size)) return text;
  }
  for (Word i = 0; i < sameGlobalCount; i++) {
    const struct Global* one = &versions[0].entry->globals[sameGlobals[i][0]];
    const struct Global* other = &versions[1].entry->globals[sameGlobals[i][1]];
    if (sameBytes(one->address, other->address, one->size)) continue;
    snprintf(text, sizeof text, "variable%lu", i);
    return text;
  }
  while (waitingCount > 0) {
    const struct Both one = waiting[--waitingCount];
    if (!sameBytes(one.base, one.head, one.size)) return "made";
  }
  return 0;
}

// Runs both versions.
static const char* differenceOf(struct Form* form, const Byte* data, Word size) {
  fillIn(form, data, size);
  run(form, 0);
  for (Word i = 0; i < form->objectCount; i++) memcpy(form->objects[i].after, form->objects[i].address, form->objects[i].size);
  run(form, 1);
  const char* text = difference(form);
  clearHeap(0);
  clearHeap(1);
  return text;
}
