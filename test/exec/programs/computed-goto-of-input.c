// entry: f
// paths: returned 1, unsupported 1
// native: no: it would jump to anywhere
// why: a label that was kept in memory is known only to the run that has kept it

struct routine { void *resume; };

int f(struct routine *routine) {
  if (routine->resume) goto *routine->resume;
  routine->resume = &&second;
  return 1;
second:
  return 2;
}
