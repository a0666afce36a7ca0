// A binary search tree built from four keys, equal ones counted; its height, a lookup, and a walk in order.
// Inputs: global keys, parameter wanted.
// Paths: 541.
#include <stdlib.h>

#include "bench.h"

enum { Count = 4 };

unsigned keys[Count];

typedef struct Tree {
  struct Tree* left;
  struct Tree* right;
  unsigned key;
  int times;
} Tree;

static Tree* insert(Tree* tree, unsigned key) {
  if (!tree) {
    tree = malloc(sizeof *tree);
    if (!tree) return 0;
    *tree = (Tree){0, 0, key, 1};
  } else if (key < tree->key) {
    tree->left = insert(tree->left, key);
  } else if (key > tree->key) {
    tree->right = insert(tree->right, key);
  } else {
    tree->times++;
  }
  return tree;
}

static int height(const Tree* tree) {
  if (!tree) return 0;
  int left = height(tree->left), right = height(tree->right);
  if (left > right) return left + 1;
  return right + 1;
}

static int find(const Tree* tree, unsigned key) {
  while (tree && tree->key != key) {
    if (key < tree->key) {
      tree = tree->left;
    } else {
      tree = tree->right;
    }
  }
  return tree ? tree->times : 0;
}

static const Tree* walk(const Tree* tree, const Tree* last, int* wrong) {
  if (!tree) return last;
  last = walk(tree->left, last, wrong);
  if (last && last->key >= tree->key) *wrong = 1;
  return walk(tree->right, tree, wrong);
}

static void freeTree(Tree* tree) {
  if (!tree) return;
  freeTree(tree->left);
  freeTree(tree->right);
  free(tree);
}

int bench_entry(unsigned wanted) {
  Tree* tree = 0;
  for (int i = 0; i < Count; i++) tree = insert(tree, keys[i]);
  int result = height(tree) * 10 + find(tree, wanted), wrong = 0;
  walk(tree, 0, &wrong);
  freeTree(tree);
  if (wrong) return -1;
  return result;
}

#ifdef BENCH_MAIN
BENCH_MAIN {
  unsigned wanted;
  BENCH_INPUT(wanted);
  BENCH_INPUT(keys);
  BENCH_RETURN(bench_entry(wanted));
}
#endif
