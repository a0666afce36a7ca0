// entry: f
// native: replay
// paths: memory error: out of bounds 3, returned 4
// options: --max-buffer 3
// shows: packet[0].data.size = 3
// why: nothing ties the array at the end to a number: each read finds that it ends before, or that it does not

struct packet {
  unsigned char kind;
  unsigned short data[];
};

int f(const struct packet *packet) {
  int sum = packet->kind == 1;
  for (int i = 0; i < 3; i++)
    if (packet->data[i] == 0) return sum;
  return 9;
}
