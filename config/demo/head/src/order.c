#include "order.h"

#define MAX_LINES 16
#define TAX_PERCENT 19

/* Limits and prices, in cents. */
enum { DISCOUNT_FROM = 10000, FREE_SHIPPING_FROM = 5000, SHIPPING = 495 };

int add_line(struct order *order, cents price, int count)
{
    if (order->used == MAX_LINES)
        return 0;
    order->lines[order->used].price = price;
    order->lines[order->used].count = count;
    order->used++;
    return 1;
}

cents subtotal(const struct order *order)
{
    cents amount = 0;
    for (int i = 0; i < order->used; i++)
        amount += order->lines[i].price * order->lines[i].count;
    return amount;
}

/* Large orders get 5 % off, members 2 % more. */
static cents discount(const struct order *order, cents amount)
{
    int percent = 0;
    if (amount >= DISCOUNT_FROM)
        percent = 5;
    if (order->member)
        percent += 2;
    return share(amount, percent);
}

/* Large orders are sent for free. */
static cents shipping(cents amount)
{
    if (amount > FREE_SHIPPING_FROM)
        return 0;
    return SHIPPING;
}

cents total(const struct order *order)
{
    cents amount = subtotal(order);
    cents net = amount - discount(order, amount);
    return net + share(net, TAX_PERCENT) + shipping(amount);
}
