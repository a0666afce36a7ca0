// Text on both streams.
// entry: say
extern void beagle_write(int stream, const void* bytes, unsigned long count);

int say(int level, char mark) {
  char line[4] = {'<', mark, '>', '\n'};
  beagle_write(1, "start\n", 6);
  if (level > 3) beagle_write(2, line, 4);
  if (level == 9) beagle_write(1, line, 3);
  return level;
}
