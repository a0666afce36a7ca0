// What the programs of this folder share: inputs that are the same in every run.
#pragma once

#include <stdint.h>
#include <stdio.h>

static uint32_t generatorState = 12345;

static inline uint32_t nextNumber(uint32_t below) {
  generatorState = generatorState * 1664525u + 1013904223u;
  return (generatorState >> 8) % below;
}

/// A short string of few different characters, so that things are found and repeat.
static inline void makeText(char* text, uint32_t longest, const char* alphabet, uint32_t letters) {
  const uint32_t length = nextNumber(longest + 1);
  for (uint32_t i = 0; i < length; ++i) text[i] = alphabet[nextNumber(letters)];
  text[length] = 0;
}

/// Where a pointer points to, or -1 for null.
static inline long at(const void* pointer, const void* base) {
  return pointer ? (long)((const char*)pointer - (const char*)base) : -1;
}

static inline int sign(int value) {
  return (value > 0) - (value < 0);
}
