// entry: f
// paths: memory error: freed otherwise than allocated 2
// place: memory error: freed otherwise than allocated at 11, allocated 10
// place: memory error: freed otherwise than allocated at 15, allocated 14
// why: free and delete are not for each other's blocks

#include <cstdlib>
int f(bool which) {
  if (which) {
    int *p = new int(3);
    std::free(p);
    return 1;
  }
  int *q = static_cast<int *>(std::malloc(4));
  delete q;
  return 2;
}
