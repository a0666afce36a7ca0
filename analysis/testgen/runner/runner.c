// Runs inputs, each in a process of its own, and writes what each of them did. One unit of all its parts, whose names are
// its own: the program that it is linked to may use any name.
#include "system.h"

#include "text.c"
#include "sizes.c"
#include "memory.c"
#include "files.c"
#include "outside.c"
#include "functions.c"
#include "outcome.c"
#include "jumps.c"
#include "run.c"
#include "wide_text.c"
#include "main.c"
