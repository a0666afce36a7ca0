// stdlib.h: the environment. A variable that the program has not set is what the world has given it.

#include "analysis/exec/runtime/runtime.h"

struct Variable {
  struct Variable* next;
  const void* root; ///< of the name: two names with one root are the same
  int isSet;
  char* text; ///< behind the name and `=`, when it was set by putenv
};

static struct Variable* variables;

static struct Variable* changed(const void* root) {
  for (struct Variable* one = variables; one; one = one->next)
    if (beagle_same_object(one->root, root)) return one;
  return NOTHING;
}

/// As one that the program changes from now on.
static struct Variable* change(const char* name) {
  const void* root = beagle_variable(name);
  struct Variable* one = changed(root);
  if (one) return one;
  one = malloc(sizeof *one);
  one->next = variables;
  one->root = root;
  one->isSet = 0;
  one->text = NOTHING;
  return variables = one;
}

static int isName(const char* name) {
  if (name && *name && !strchr(name, '=')) return 1;
  *__errno_location() = E_INVAL;
  return 0;
}

static char* copyOf(const char* text) {
  const size_t length = strlen(text);
  char* copy = malloc(length + 1);
  for (size_t i = 0; i <= length; ++i) copy[i] = text[i];
  return copy;
}

char* getenv(const char* name) {
  if (!*name) return NOTHING;
  const void* root = beagle_variable(name);
  const struct Variable* one = changed(root);
  return one ? (one->isSet ? one->text : NOTHING) : (char*)root;
}
char* secure_getenv(const char* name) {
  return getenv(name);
}
char* __secure_getenv(const char* name) {
  return getenv(name);
}

int setenv(const char* name, const char* text, int replaces) {
  if (!isName(name)) return -1;
  if (!replaces && getenv(name)) return 0;
  struct Variable* one = change(name);
  one->isSet = 1;
  one->text = copyOf(text);
  return 0;
}

int unsetenv(const char* name) {
  if (!isName(name)) return -1;
  change(name)->isSet = 0;
  return 0;
}

int putenv(char* text) {
  char* end = strchr(text, '=');
  if (!end) return unsetenv(text);
  char* name = copyOf(text);
  name[end - text] = 0;
  struct Variable* one = change(name);
  free(name);
  one->isSet = 1;
  one->text = end + 1;
  return 0;
}
