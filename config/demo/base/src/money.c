#include "money.h"

#include <stdio.h>

cents share(cents amount, int percent)
{
    return (amount * percent + 50) / 100;
}

void print_cents(cents amount)
{
    printf("%ld.%02ld", amount / 100, amount % 100);
}
