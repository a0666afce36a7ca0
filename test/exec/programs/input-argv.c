// entry: f
// native: replay
// paths: returned 7
// options: --max-buffer 3 --max-string 2
// assumes: argv has argc elements and a null behind them
// why: none to three arguments, each of them there, and a null behind the last one; -v, -x or another one first

int f(int argc, char **argv) {
  unsigned verbose = 0;
  for (int i = 1; argv[i]; i++)
    if (argv[i][0] == '-' && argv[i][1] == 'v') verbose++;
  return (verbose * 10 + (unsigned)argc) & 127;
}
