// getopt.h. POSIXLY_CORRECT is taken not to be in the environment.

#include "analysis/exec/runtime/stdio_streams.h"

int fprintf(FILE* stream, const char* format, ...);
size_t strlen(const char* text);
int strncmp(const char* left, const char* right, size_t count);

char* optarg;
int optind = 1, opterr = 1, optopt = '?';

struct option {
  const char* name;
  int hasArgument; ///< 0: none, 1: one, 2: perhaps one
  int* flag;
  int value;
};

/// Within the options of one argument, as in "-ab": the next one. And the arguments that were passed over
/// because they are no options, which are moved behind those that are.
static char* next;
static int firstPassed, lastPassed;
static int isStarted;

struct Call {
  int count;
  char** arguments;
  const char* letters;
  const struct option* words;
  int* which;
  int wordsOnly;
  enum { Permute, InOrder, StopAtFirst } order;
  int isQuiet;
};

/// Those that were passed change places with the options behind them.
static void exchange(char** arguments) {
  const int passed = lastPassed - firstPassed, taken = optind - lastPassed;
  for (int i = 0; i < taken; ++i) {
    char* moved = arguments[lastPassed + i];
    for (int k = lastPassed + i; k > firstPassed + i; --k) arguments[k] = arguments[k - 1];
    arguments[firstPassed + i] = moved;
  }
  firstPassed += taken;
  lastPassed = firstPassed + passed;
}

static int isOption(const char* argument) {
  return argument[0] == '-' && argument[1] != 0;
}

static int missing(const struct Call* call) {
  return call->letters[0] == ':' ? ':' : '?';
}

static int takeWord(const struct Call* call, const char* prefix) {
  size_t length = 0;
  while ((next[length] != 0) & (next[length] != '=')) ++length;
  int found = -1, isAmbiguous = 0;
  for (int i = 0; call->words[i].name; ++i) {
    const struct option* word = &call->words[i];
    if (strncmp(word->name, next, length) != 0) continue;
    if (strlen(word->name) == length) {
      found = i;
      isAmbiguous = 0;
      break;
    }
    if (found < 0)
      found = i;
    else if (call->wordsOnly || call->words[found].hasArgument != word->hasArgument ||
             call->words[found].flag != word->flag || call->words[found].value != word->value)
      isAmbiguous = 1;
  }
  if (isAmbiguous) {
    if (!call->isQuiet) {
      fprintf(stderr, "%s: option '%s%s' is ambiguous; possibilities:", call->arguments[0], prefix, next);
      for (int i = 0; call->words[i].name; ++i)
        if (strncmp(call->words[i].name, next, length) == 0)
          fprintf(stderr, " '%s%s'", prefix, call->words[i].name);
      fprintf(stderr, "\n");
    }
    next += strlen(next);
    ++optind;
    optopt = 0;
    return '?';
  }
  if (found < 0) {
    if (call->wordsOnly && call->arguments[optind][1] != '-' && strchr(call->letters, *next))
      return -1; // it is letters
    if (!call->isQuiet) fprintf(stderr, "%s: unrecognized option '%s%s'\n", call->arguments[0], prefix, next);
    next = NOTHING;
    ++optind;
    optopt = 0;
    return '?';
  }
  const struct option* word = &call->words[found];
  const char* behind = next + length;
  ++optind;
  next = NOTHING;
  if (*behind) {
    if (!word->hasArgument) {
      if (!call->isQuiet)
        fprintf(stderr, "%s: option '%s%s' doesn't allow an argument\n", call->arguments[0], prefix,
                word->name);
      optopt = word->value;
      return '?';
    }
    optarg = (char*)behind + 1;
  } else if (word->hasArgument == 1) {
    if (optind >= call->count) {
      if (!call->isQuiet)
        fprintf(stderr, "%s: option '%s%s' requires an argument\n", call->arguments[0], prefix, word->name);
      optopt = word->value;
      return missing(call);
    }
    optarg = call->arguments[optind++];
  }
  if (call->which) *call->which = found;
  if (!word->flag) return word->value;
  *word->flag = word->value;
  return 0;
}

static int takeLetter(const struct Call* call) {
  const char letter = *next++;
  const char* known = strchr(call->letters, letter);
  if (!*next) ++optind;
  if (!known || letter == ':' || letter == ';') {
    if (!call->isQuiet) fprintf(stderr, "%s: invalid option -- '%c'\n", call->arguments[0], letter);
    optopt = letter;
    return '?';
  }
  if (known[0] == 'W' && known[1] == ';' && call->words)
    beagle_unsupported("getopt with W; among the letters");
  if (known[1] != ':') return letter;
  if (known[2] == ':') {
    optarg = NOTHING;
    if (*next) {
      optarg = next;
      ++optind;
    }
    next = NOTHING;
    return letter;
  }
  if (*next) {
    optarg = next;
    ++optind;
  } else if (optind >= call->count) {
    if (!call->isQuiet)
      fprintf(stderr, "%s: option requires an argument -- '%c'\n", call->arguments[0], letter);
    optopt = letter;
    next = NOTHING;
    return missing(call);
  } else {
    optarg = call->arguments[optind++];
  }
  next = NOTHING;
  return letter;
}

static int get(struct Call* call) {
  if (call->count < 1) return -1;
  optarg = NOTHING;
  if (optind == 0 || !isStarted) {
    if (optind == 0) optind = 1;
    firstPassed = lastPassed = optind;
    next = NOTHING;
    isStarted = 1;
  }
  call->order = call->letters[0] == '-' ? InOrder : call->letters[0] == '+' ? StopAtFirst : Permute;
  if (call->order != Permute) ++call->letters;
  call->isQuiet = !opterr || call->letters[0] == ':';
  if (!next || !*next) {
    if (lastPassed > optind) lastPassed = optind;
    if (firstPassed > optind) firstPassed = optind;
    if (call->order == Permute) {
      if (firstPassed != lastPassed && lastPassed != optind)
        exchange(call->arguments);
      else if (lastPassed != optind)
        firstPassed = optind;
      while (optind < call->count && !isOption(call->arguments[optind])) ++optind;
      lastPassed = optind;
    }
    if (optind != call->count && strcmp(call->arguments[optind], "--") == 0) {
      ++optind;
      if (firstPassed != lastPassed && lastPassed != optind)
        exchange(call->arguments);
      else if (firstPassed == lastPassed)
        firstPassed = optind;
      lastPassed = optind = call->count;
    }
    if (optind == call->count) {
      if (firstPassed != lastPassed) optind = firstPassed;
      return -1;
    }
    if (!isOption(call->arguments[optind])) {
      if (call->order == StopAtFirst) return -1;
      optarg = call->arguments[optind++];
      return 1;
    }
    if (call->words) {
      char* argument = call->arguments[optind];
      if (argument[1] == '-') {
        next = argument + 2;
        return takeWord(call, "--");
      }
      if (call->wordsOnly && (argument[2] || !strchr(call->letters, argument[1]))) {
        next = argument + 1;
        const int result = takeWord(call, "-");
        if (result != -1) return result;
      }
    }
    next = call->arguments[optind] + 1;
  }
  return takeLetter(call);
}

int getopt(int count, char* const* arguments, const char* letters) {
  struct Call call = {count, (char**)arguments, letters, NOTHING, NOTHING, 0, Permute, 0};
  return get(&call);
}
int __posix_getopt(int count, char* const* arguments, const char* letters) {
  return getopt(count, arguments, letters);
}
int getopt_long(int count, char* const* arguments, const char* letters, const struct option* words,
                int* which) {
  struct Call call = {count, (char**)arguments, letters, words, which, 0, Permute, 0};
  return get(&call);
}
int getopt_long_only(int count, char* const* arguments, const char* letters, const struct option* words,
                     int* which) {
  struct Call call = {count, (char**)arguments, letters, words, which, 1, Permute, 0};
  return get(&call);
}
