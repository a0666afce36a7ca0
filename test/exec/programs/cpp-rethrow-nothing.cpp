// entry: f
// paths: aborted 1, returned 1
// detail: terminate called without an active exception
// why: `throw;` outside of a handler ends the program

int f(bool again) {
  if (again) throw;
  return 1;
}
