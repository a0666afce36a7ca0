// entry: run
// options: --max-buffer 3
// paths: returned 7, memory error: out of bounds 14
// why: a machine of threaded code: each instruction jumps to the next one

int run(const unsigned char *code) {
  static const void *const labels[] = {&&halt, &&increment, &&twice};
  int value = 1;
#define NEXT goto *labels[*code++ % 3]
  NEXT;
increment:
  ++value;
  NEXT;
twice:
  value *= 2;
  NEXT;
halt:
  return value;
}
