// Bit fields and unions behind pointers: their bytes are the input.
// entry: read
struct header {
  unsigned version : 4, length : 12;
  signed delta : 7;
};
union word {
  unsigned value;
  unsigned char bytes[4];
};
int read_all(struct header* h, union word* w) {
  if (h->version == 9) h->length = 5;
  if (h->delta < 0) return h->delta;
  if (w->bytes[2] == 0x7F) w->value = 1;
  return (int)(h->length + w->bytes[0]);
}
int read(struct header* h, union word* w) { return read_all(h, w); }
