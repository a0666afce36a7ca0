#ifndef ORDER_H
#define ORDER_H

#include "money.h"

/* One article of an order. */
struct line {
    cents price; /* of one piece */
    int count;
};

struct order {
    struct line lines[16];
    int used;   /* lines that are filled */
    int member; /* members get a little more off */
};

/* Returns 0 when the order is full. */
int add_line(struct order *o, cents price, int count);
cents subtotal(const struct order *o);
/* What the customer pays: discount taken off, tax and shipping added. */
cents total(const struct order *o);

#endif
