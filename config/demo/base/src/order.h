#ifndef ORDER_H
#define ORDER_H

#include "money.h"

struct line {
    cents price;
    int count;
};

struct order {
    struct line lines[16];
    int used;
    int member;
};

int add_line(struct order *o, cents price, int count);
cents subtotal(const struct order *o);
cents total(const struct order *o);

#endif
