#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "common.h"

static void put(const char* name, const char* mode, const char* text) {
  errno = 0;
  FILE* f = fopen(name, mode);
  printf("fopen %s %s: %s errno %d\n", name, mode, f ? "yes" : "no", f ? 0 : errno);
  if (!f) return;
  printf("fputs %d", fputs(text, f) >= 0);
  printf(" ftell %ld ferror %d", ftell(f), ferror(f) != 0);
  printf(" fclose %d\n", fclose(f));
}

static void show(const char* name) {
  FILE* f = fopen(name, "r");
  if (!f) {
    printf("%s: errno %d\n", name, errno);
    return;
  }
  printf("%s:", name);
  for (int c; (c = getc(f)) != EOF;) printf(" %02x", (unsigned)c);
  printf(" eof %d error %d\n", feof(f) != 0, ferror(f) != 0);
  fclose(f);
}

static void modes(void) {
  const char* all[] = {"w", "r", "a", "r+", "w+", "a+", "wx", "rb", "q", ""};
  for (unsigned i = 0; i < sizeof all / sizeof *all; ++i) {
    put("one", all[i], "text\n");
    show("one");
  }
  put("other", "r", "x");
  put("other", "r+", "x");
  put("other", "a", "x");
  show("other");
  put("", "w", "x");
}

static void positions(void) {
  put("seek", "w", "0123456789");
  FILE* f = fopen("seek", "r+");
  static const int origins[] = {SEEK_SET, SEEK_CUR, SEEK_END};
  for (int i = 0; i < 60; ++i) {
    const long offset = (long)nextNumber(14) - 5;
    const int origin = origins[nextNumber(3)];
    errno = 0;
    const int result = fseek(f, offset, origin);
    printf("fseek %ld %d: %d errno %d at %ld", offset, origin, result, errno, ftell(f));
    const int c = fgetc(f);
    printf(" fgetc %d eof %d at %ld", c, feof(f) != 0, ftell(f));
    if (c != EOF && nextNumber(2)) printf(" ungetc %d at %ld then %d", ungetc('u', f), ftell(f), fgetc(f));
    if (nextNumber(3) == 0) {
      fseek(f, 0, SEEK_CUR);
      printf(" fputc %d at %ld", fputc('A' + i % 26, f), ftell(f));
      fseek(f, 0, SEEK_CUR);
    }
    printf("\n");
  }
  rewind(f);
  printf("rewind %ld\n", ftell(f));
  fpos_t place;
  fgetc(f);
  fgetpos(f, &place);
  const int second = fgetc(f);
  fsetpos(f, &place);
  printf("fsetpos %d\n", fgetc(f) == second);
  fclose(f);
  show("seek");
}

static void lines(void) {
  put("lines", "w", "first\n\nthird line\nlast");
  FILE* f = fopen("lines", "r");
  char text[8];
  while (fgets(text, sizeof text, f)) printf("fgets <%s>\n", text);
  printf("eof %d\n", feof(f) != 0);
  rewind(f);
  printf("fgets 1 <%s>\n", fgets(text, 1, f));
  char* line = NULL;
  size_t size = 0;
  for (ssize_t length; (length = getline(&line, &size, f)) >= 0;) printf("getline %zd %zu <%s>\n", length, size, line);
  rewind(f);
  for (ssize_t length; (length = getdelim(&line, &size, 'i', f)) >= 0;) printf("getdelim %zd %zu <%s>\n", length, size, line);
  free(line);
  fclose(f);
}

static void blocks(void) {
  FILE* f = fopen("blocks", "w+");
  const int numbers[] = {1, 20, 300, -4};
  printf("fwrite %zu %zu %zu\n", fwrite(numbers, sizeof *numbers, 4, f), fwrite(numbers, 0, 4, f), fwrite("abc", 1, 3, f));
  fseek(f, 0, SEEK_SET);
  int got[8];
  memset(got, 0, sizeof got);
  const size_t count = fread(got, sizeof *got, 8, f);
  printf("fread %zu: %d %d %d %d eof %d\n", count, got[0], got[1], got[2], got[3], feof(f) != 0);
  clearerr(f);
  printf("clearerr %d\n", feof(f) != 0);
  rewind(f);
  printf("fread nothing %zu eof %d\n", fread(got, 0, 5, f), feof(f) != 0);
  fclose(f);
}

static void wrongWay(void) {
  put("way", "w", "abc");
  FILE* f = fopen("way", "r");
  errno = 0;
  printf("fputc %d", fputc('x', f));
  printf(" errno %d error %d\n", errno, ferror(f) != 0);
  fclose(f);
  f = fopen("way", "a");
  errno = 0;
  printf("fgetc %d", fgetc(f));
  printf(" errno %d error %d eof %d\n", errno, ferror(f) != 0, feof(f) != 0);
  fclose(f);
  show("way");
}

static void names(void) {
  put("from", "w", "moved");
  put("to", "w", "gone");
  errno = 0;
  printf("access %d %d", access("from", F_OK), access("from", R_OK | W_OK));
  printf(" %d errno %d\n", access("nothing", F_OK), errno);
  printf("rename %d", rename("from", "to"));
  printf(" %d errno %d\n", rename("from", "to"), errno);
  show("from");
  show("to");
  FILE* f = fopen("to", "r");
  printf("remove %d\n", remove("to"));
  char text[8] = "";
  printf("still <%s>\n", fgets(text, sizeof text, f));
  fclose(f);
  show("to");
  errno = 0;
  printf("unlink %d errno %d\n", unlink("to"), errno);
}

static void descriptors(void) {
  errno = 0;
  printf("open %d errno %d\n", open("fd", O_RDONLY), errno);
  const int fd = open("fd", O_RDWR | O_CREAT, 0600);
  printf("write %zd %zd\n", write(fd, "hello world", 11), write(fd, "", 0));
  printf("lseek %ld %ld %ld\n", (long)lseek(fd, 3, SEEK_SET), (long)lseek(fd, -1, SEEK_CUR), (long)lseek(fd, -4, SEEK_END));
  char text[16] = "";
  printf("read %zd <%s>\n", read(fd, text, 9), text);
  printf("read %zd\n", read(fd, text, 9));
  errno = 0;
  printf("lseek %ld errno %d\n", (long)lseek(fd, -1, SEEK_SET), errno);
  printf("ftruncate %d\n", ftruncate(fd, 4));
  lseek(fd, 7, SEEK_SET);
  printf("write %zd\n", write(fd, "Z", 1));
  printf("close %d\n", close(fd));
  show("fd");
  errno = 0;
  printf("open %d errno %d\n", open("fd", O_RDWR | O_CREAT | O_EXCL, 0600), errno);
  const int again = open("fd", O_WRONLY | O_APPEND);
  printf("write %zd", write(again, "+", 1));
  errno = 0;
  printf(" read %zd errno %d\n", read(again, text, 1), errno);
  FILE* f = fdopen(again, "a");
  printf("fileno %d fputs %d\n", fileno(f) == again, fputs("!", f) >= 0);
  fclose(f);
  show("fd");
  printf("truncate %d\n", truncate("fd", 2));
  show("fd");
  close(open("fd", O_WRONLY | O_TRUNC));
  show("fd");
}

static void scanned(void) {
  put("scan", "w", "12 abc -7\n3.5x 0x1f\nlast");
  FILE* f = fopen("scan", "r");
  int a = 0, b = 0, n = 0;
  char word[8] = "", c = 0;
  double d = 0;
  printf("fscanf %d", fscanf(f, "%d %3s%d", &a, word, &b));
  printf(": %d %s %d at %ld eof %d\n", a, word, b, ftell(f), feof(f) != 0);
  printf("fscanf %d", fscanf(f, "%lf%c%n", &d, &c, &n));
  printf(": %g %c %d at %ld\n", d, c, n, ftell(f));
  printf("fscanf %d", fscanf(f, "%d", &a));
  printf(": %d at %ld\n", a, ftell(f));
  printf("fscanf %d at %ld\n", fscanf(f, "y"), ftell(f));
  printf("fscanf %d", fscanf(f, "%*s%7s", word));
  printf(": %s eof %d\n", word, feof(f) != 0);
  printf("fscanf %d\n", fscanf(f, "%d", &a));
  fclose(f);
}

static void memory(void) {
  char* text = NULL;
  size_t length = 99;
  FILE* f = open_memstream(&text, &length);
  for (int i = 0; i < 40; ++i) fprintf(f, "%d,", i);
  printf("memory %ld %d", ftell(f), fflush(f));
  printf(" %zu <%s>", length, text);
  fputs("and more", f);
  fflush(NULL);
  printf(" <%s>", text + 100);
  errno = 0;
  printf(" fileno %d %d\n", fileno(f), errno == EBADF);
  printf("fclose %d", fclose(f));
  printf(" %zu <%s>\n", length, text + 100);
  free(text);
  char* empty = NULL;
  FILE* one = open_memstream(&empty, &length);
  char* other = NULL;
  size_t others = 7;
  FILE* two = open_memstream(&other, &others);
  fwrite("a\0b", 1, 3, two);
  printf("fclose %d", fclose(one));
  printf(" %zu %d", length, empty[0]);
  printf(" fclose %d", fclose(two));
  printf(" %zu %c%d%c\n", others, other[0], other[1], other[2]);
  free(empty);
  free(other);
  char bytes[] = "first line\nsecond\0behind";
  f = fmemopen(bytes, sizeof bytes, "r");
  char line[20];
  printf("fmemopen <%s>", fgets(line, sizeof line, f));
  printf(" %zu", fread(line, 1, 13, f));
  for (int i = 0; i < 13; ++i) printf(" %d", line[i]);
  printf(" %ld", ftell(f));
  rewind(f);
  printf(" %c", ungetc('x', f));
  printf(" %c", getc(f));
  fseek(f, -2, SEEK_END);
  for (int i = 0; i < 3; ++i) printf(" %d", getc(f));
  printf(" eof %d\n", feof(f) != 0);
  fclose(f);
}

static void others(void) {
  FILE* f = tmpfile();
  fprintf(f, "%s-%d", "temporary", 12);
  rewind(f);
  char text[20] = "";
  printf("tmpfile <%s>\n", fgets(text, sizeof text, f));
  fclose(f);
  put("reopen", "w", "first");
  f = fopen("reopen", "r");
  f = freopen("reopen", "a", f);
  printf("freopen %d\n", fputs(" second", f) >= 0);
  fclose(f);
  show("reopen");
  printf("getchar %d eof %d\n", getchar(), feof(stdin) != 0);
  FILE* opened[3] = {fopen("one", "r"), fopen("other", "r"), fopen("one", "r")};
  for (int i = 0; i < 6; ++i) printf("%d ", fgetc(opened[i % 3]));
  printf("\n");
  for (int i = 0; i < 3; ++i) fclose(opened[i]);
}

int main(void) {
  modes();
  positions();
  lines();
  blocks();
  wrongWay();
  names();
  descriptors();
  scanned();
  others();
  memory();
  return 0;
}
