// A stack machine: every program of a few instructions, on one argument.
// Inputs: global code, parameter argument.
// Paths: 21594.
#include "bench.h"

enum { Length = 6, Depth = 4 };

unsigned char code[Length];

enum { Push, Argument, Add, Multiply, Divide, Swap, JumpIfZero, Return };
enum { Underflow = -1000001, Overflow, DividedByZero, BadJump, NoReturn };

int bench_entry(unsigned char argument) {
  unsigned stack[Depth], depth = 0, at = 0;
  while (at < Length) {
    unsigned operand = code[at] >> 3;
    switch (code[at++] & 7) {
    case Push:
      if (depth == Depth) return Overflow;
      stack[depth++] = operand;
      break;
    case Argument:
      if (depth == Depth) return Overflow;
      stack[depth++] = argument;
      break;
    case Add:
      if (depth < 2) return Underflow;
      depth--;
      stack[depth - 1] += stack[depth];
      break;
    case Multiply:
      if (depth < 2) return Underflow;
      depth--;
      stack[depth - 1] *= stack[depth];
      break;
    case Divide:
      if (depth < 1) return Underflow;
      if (operand == 0) return DividedByZero;
      stack[depth - 1] /= operand;
      break;
    case Swap: {
      if (depth < 2) return Underflow;
      unsigned top = stack[depth - 1];
      stack[depth - 1] = stack[depth - 2];
      stack[depth - 2] = top;
      break;
    }
    case JumpIfZero:
      if (depth < 1) return Underflow;
      if (stack[--depth] != 0) break;
      if (operand > Length - at) return BadJump;
      for (; operand; operand--) at++;
      break;
    default:
      if (depth < 1) return Underflow;
      return (int)(stack[depth - 1] & 0xffff);
    }
  }
  return NoReturn;
}

#ifdef BENCH_MAIN
BENCH_MAIN {
  unsigned char argument;
  BENCH_INPUT(argument);
  BENCH_INPUT(code);
  BENCH_RETURN(bench_entry(argument));
}
#endif
