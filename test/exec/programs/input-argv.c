// entry: f
// native: replay
// paths: returned 4, memory error: out of bounds 1
// options: --max-buffer 3 --max-string 2
// assumes: argv has argc elements and a null behind them
// why: without a name of the program the loop starts behind the null; else none or one argument: -v, - and another
//   letter, or no - at all

int f(int argc, char **argv) {
  unsigned verbose = 0;
  for (int i = 1; argv[i]; i++)
    if (argv[i][0] == '-' && argv[i][1] == 'v') verbose++;
  return (verbose * 10 + (unsigned)argc) & 127;
}
