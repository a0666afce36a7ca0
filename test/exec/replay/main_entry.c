// main, by name or because nothing else is asked for.
// entry: main
int verbose;
int main(int argc, char** argv) {
  if (argc > 3) return 2;
  if (verbose) return 3;
  return argv == 0;
}
