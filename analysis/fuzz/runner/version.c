// The two versions: shared objects, whose variables get their first values back before each run.

struct Part {
  Byte *address, *copy;
  Word size;
};

static struct Version {
  struct Entry* entry;
  int (*guarded)(void (*call)(void), OnThrown* threw);
  Byte *begin, *end; // where it lies
  struct Part parts[64];
  Word partCount;
} versions[2];

// Of both: what is set back takes longer than running.
enum { mostVariables = 8 << 20 };

static void keepPart(struct Version* version, Byte* begin, Byte* end) {
  if (begin >= end) return;
  static Word total;
  total += (Word)(end - begin);
  if (version->partCount == sizeof version->parts / sizeof *version->parts || total > mostVariables) fail("too many variables");
  struct Part* part = &version->parts[version->partCount++];
  part->address = begin;
  part->size = (Word)(end - begin);
  part->copy = mmap(0, part->size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (part->copy == MAP_FAILED) fail("no memory");
  memcpy(part->copy, begin, part->size);
}

// Without what the fuzzer counts in, and what was made read-only.
static void keepWithout(struct Version* version, Byte* begin, Byte* end, Byte* from, Byte* to) {
  if (to <= begin || from >= end || from >= to) return keepPart(version, begin, end);
  keepPart(version, begin, from);
  keepPart(version, to, end);
}

struct Search {
  struct Version* version;
  ElfW(Addr) base;
  Byte *counters, *countersEnd;
};

static int findParts(struct dl_phdr_info* info, size_t size, void* data) {
  (void)size;
  struct Search* search = data;
  if (info->dlpi_addr != search->base) return 0;
  struct Version* version = search->version;
  Byte *fixed = 0, *fixedEnd = 0;
  Word page = (Word)sysconf(_SC_PAGESIZE);
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr)* part = &info->dlpi_phdr[i];
    Byte* begin = (Byte*)(info->dlpi_addr + part->p_vaddr);
    if (part->p_type == PT_GNU_RELRO) fixed = begin, fixedEnd = (Byte*)(((Word)begin + part->p_memsz) & ~(page - 1));
    if (part->p_type != PT_LOAD) continue;
    if (!version->begin || begin < version->begin) version->begin = begin;
    if (begin + part->p_memsz > version->end) version->end = begin + part->p_memsz;
  }
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr)* part = &info->dlpi_phdr[i];
    if (part->p_type != PT_LOAD || !(part->p_flags & PF_W)) continue;
    Byte *begin = (Byte*)(info->dlpi_addr + part->p_vaddr), *end = begin + part->p_memsz;
    if (fixed <= begin && fixedEnd > begin) begin = fixedEnd < end ? fixedEnd : end;
    keepWithout(version, begin, end, search->counters, search->countersEnd);
  }
  return 1;
}

static int isInside(const struct Version* version, Word address) {
  return address >= (Word)version->begin && address < (Word)version->end;
}

static void loadVersion(struct Version* version, const char* file) {
  void* library = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (!library) fail(dlerror());
  version->entry = dlsym(library, "beagle_entry");
  version->guarded = dlsym(library, "beagle_guarded");
  void (*counters)(Byte**, Byte**) = dlsym(library, "beagle_counters");
  struct link_map* map = 0;
  if (!version->entry || !counters || dlinfo(library, RTLD_DI_LINKMAP, &map)) fail("no version");
  struct Search search = {version, map->l_addr, 0, 0};
  counters(&search.counters, &search.countersEnd);
  version->entry->findGlobals();
  dl_iterate_phdr(findParts, &search);
  for (Word i = 0; i < version->entry->globalCount; i++) { // those of the thread lie elsewhere
    struct Global* global = &version->entry->globals[i];
    if (!isInside(version, (Word)global->address)) keepPart(version, global->address, global->address + global->size);
  }
}

static void setBack(struct Version* version) {
  for (Word i = 0; i < version->partCount; i++) memcpy(version->parts[i].address, version->parts[i].copy, version->parts[i].size);
}
