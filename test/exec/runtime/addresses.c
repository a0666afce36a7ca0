// Addresses as text, both ways.
#include "common.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <string.h>

static void read_all(const char* text) {
  unsigned char four[4] = {0}, six[16] = {0}, any[4] = {0};
  const int is_four = inet_pton(AF_INET, text, four);
  const int is_six = inet_pton(AF_INET6, text, six);
  const int is_any = inet_aton(text, (struct in_addr*)any);
  printf("'%s': %d %d %d, %x %x, ", text, is_four, is_six, is_any, (unsigned)inet_addr(text), four[0] << 8 | four[3]);
  for (int i = 0; i < 16; ++i) printf("%02x", six[i]);
  printf(" %u.%u.%u.%u\n", any[0], any[1], any[2], any[3]);
}

static void write_all(const unsigned char* address) {
  char text[48];
  for (unsigned size = 1; size < sizeof text; size += 9) {
    errno = 0;
    const char* four = inet_ntop(AF_INET, address, text, size);
    printf("%u: %s (%d)", size, four ? four : "-", errno);
    errno = 0;
    const char* six = inet_ntop(AF_INET6, address, text, size);
    printf(" %s (%d)\n", six ? six : "-", errno);
  }
  struct in_addr one;
  memcpy(&one, address, sizeof one);
  printf("%s\n", inet_ntoa(one));
}

int main(void) {
  static const char* const texts[] = {"",          "1.2.3.4",     "01.2.3.4",  "1.2.3",          "1.2.3.256", "0x7f.1",     "017.0.0.1 x",
                                      "1.65536.1", "4294967295",  "::",        "::1",            "1::",       "1:2:3::7:8", "1:2:3:4:5:6:7:8",
                                      "::1::",     ":1",          "1:",        "::ffff:1.2.3.4", "12345::",   "1:2:3:4:5:6:1.2.3.4",
                                      "fFfF::aB",  "1.2.3.4.5",   "1..2.3",    "::1.2.3",        "1:2:3:4:5:6:7::"};
  for (unsigned i = 0; i < sizeof texts / sizeof *texts; ++i) read_all(texts[i]);
  static const unsigned char addresses[][16] = {
      {0},
      {[15] = 1},
      {0x20, 1, 0xd, 0xb8, [15] = 1},
      {[10] = 0xff, [11] = 0xff, [12] = 192, [13] = 168, [15] = 9},
      {[12] = 10, [15] = 1},
      {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16},
      {0, 1, [6] = 1, 0, 0, 0, 0, 0, 0, 0, 0, 7},
  };
  for (unsigned i = 0; i < sizeof addresses / sizeof *addresses; ++i) write_all(addresses[i]);
  char text[8];
  errno = 0;
  printf("%d %d\n", inet_ntop(AF_UNIX, addresses[0], text, sizeof text) != NULL, errno);
  errno = 0;
  printf("%d %d\n", inet_pton(AF_UNIX, "1.2.3.4", text), errno);
  for (int error = 1; error >= -13; --error) printf("%d %s\n", error, gai_strerror(error));
  for (int error = -99; error >= -106; --error) printf("%d %s\n", error, gai_strerror(error));
  return 0;
}
