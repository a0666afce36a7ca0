#include "order.h"

static cents discount(const struct order *o, cents sum)
{
    int pct = 0;
    if (sum >= 10000)
        pct = 5;
    if (o->member)
        pct += 2;
    return share(sum, pct);
}

static cents shipping(cents sum)
{
    if (sum >= 5000)
        return 0;
    return 495;
}

int add_line(struct order *o, cents price, int count)
{
    if (o->used == 16)
        return 0;
    o->lines[o->used].price = price;
    o->lines[o->used].count = count;
    o->used++;
    return 1;
}

cents subtotal(const struct order *o)
{
    cents sum = 0;
    int i;
    for (i = 0; i < o->used; i++)
        sum += o->lines[i].price * o->lines[i].count;
    return sum;
}

cents total(const struct order *o)
{
    cents sum = subtotal(o);
    cents net = sum - discount(o, sum);
    return net + share(net, 19) + shipping(sum);
}
