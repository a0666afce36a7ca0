#include "order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* shop [-m] PRICE COUNT [PRICE COUNT]... */
int main(int argc, char **argv)
{
    struct order o = {.used = 0};
    int i = 1;
    if (i < argc && strcmp(argv[i], "-m") == 0) {
        o.member = 1;
        i++;
    }
    for (; i + 1 < argc; i += 2) {
        if (!add_line(&o, atol(argv[i]), atoi(argv[i + 1]))) {
            fputs("shop: too many lines\n", stderr);
            return 1;
        }
    }
    print_cents(total(&o));
    putchar('\n');
    return 0;
}
