// A call through a pointer that may lead to more functions than are tried, and a comparison with one of them.
// entry: end
typedef int (*Write)(void*, int);

struct Archive {
  Write write;
  void* memory;
};

int to_heap(void* memory, int n) { return *(int*)memory + n; }
int to_file(void* memory, int n) { return memory ? n : -1; }
int to_null(void* memory, int n) { return (void)memory, n; }
int to_test(void* memory, int n) { return memory ? 0 : n; }
int to_last(void* memory, int n) { return memory ? 1 : n + 1; }

void begin(struct Archive* archive, int how) {
  archive->write = how == 0 ? to_heap : how == 1 ? to_file : how == 2 ? to_null : how == 3 ? to_test : to_last;
}

int end(struct Archive* archive) {
  const int written = archive->write(archive->memory, 3);
  if (archive->write == to_last) return 1;
  if (archive->write == to_heap) return 2;
  return written == 7 ? 5 : 0;
}
