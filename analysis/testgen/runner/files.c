// What of an input is outside of the program: files, standard input, the environment.

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

// What the C library remembers, as far as it is wanted.
static int wantsErrorNumber, wantsInput, wantsBlocks, errorNumber;

static void watchLibrary(void) {
  const char kind = word();
  if (kind == 'e') wantsErrorNumber = 1;
  else if (kind == 's') wantsInput = 1;
  else if (kind == 'b') wantsBlocks = 1;
  else objects[number()].isReadOn = 1;
}

static void putRest(FILE* stream) {
  Byte byte = (Byte)((feof(stream) != 0) | (ferror(stream) != 0) << 1);
  putHex(&byte, 1);
  clearerr(stream);
  for (int c; (c = getc(stream)) != EOF;) {
    byte = (Byte)c;
    putHex(&byte, 1);
  }
  put('\n');
}

static void putLibrary(void) {
  if (wantsErrorNumber) {
    putText("library errno ");
    putHex((const Byte*)&errorNumber, sizeof errorNumber);
    put('\n');
  }
  if (wantsBlocks) {
    putText("library blocks ");
    putHex((const Byte*)&kept, sizeof kept);
    put('\n');
  }
  if (wantsInput) {
    putText("library stdin ");
    putRest(stdin);
  }
  for (Word i = 0; i < objectCount; i++) {
    if (!objects[i].isReadOn) continue;
    putText("library #");
    putNumber(i);
    put(' ');
    putRest((FILE*)objects[i].address);
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
