// libintl.h: nothing is translated in the locale "C".

#include "analysis/exec/runtime/runtime.h"

static char domainName[256] = "messages";

char* gettext(const char* text) {
  return (char*)text;
}
char* dgettext(const char* domain, const char* text) {
  (void)domain;
  return (char*)text;
}
char* dcgettext(const char* domain, const char* text, int category) {
  (void)domain, (void)category;
  return (char*)text;
}
char* ngettext(const char* one, const char* many, u64 count) {
  return (char*)(count == 1 ? one : many);
}
char* dngettext(const char* domain, const char* one, const char* many, u64 count) {
  (void)domain;
  return ngettext(one, many, count);
}
char* dcngettext(const char* domain, const char* one, const char* many, u64 count, int category) {
  (void)domain, (void)category;
  return ngettext(one, many, count);
}

char* textdomain(const char* name) {
  if (!name) return domainName;
  if (!*name) name = "messages";
  size_t i = 0;
  for (; name[i]; ++i) {
    if (i + 1 == sizeof domainName) beagle_unsupported("textdomain with a name of more than 255 characters");
    domainName[i] = name[i];
  }
  domainName[i] = 0;
  return domainName;
}

/// The folder that it was bound to just now.
char* bindtextdomain(const char* domain, const char* folder) {
  static char bound[4096];
  if (!domain || !*domain) return NOTHING;
  if (!folder) beagle_unsupported("asking for the folder of a text domain");
  size_t i = 0;
  for (; folder[i]; ++i) {
    if (i + 1 == sizeof bound) beagle_unsupported("bindtextdomain with a name of more than 4095 characters");
    bound[i] = folder[i];
  }
  bound[i] = 0;
  return bound;
}
char* bind_textdomain_codeset(const char* domain, const char* name) {
  (void)domain;
  return (char*)name;
}
