#ifndef MONEY_H
#define MONEY_H

typedef long cents;

cents share(cents amount, int percent);
void print_cents(cents amount);

#endif
