#!/bin/sh
# Two headers are compared as if a unit included each of them and used all of it: in C or in C++, as the text says.
. "$(dirname "$0")/lib.sh"

cd "$work"
mkdir old new
cat > old/a.h <<'EOF'
#include "size.h"
static inline int f(int x) { return x + 1; }
static inline struct size *g(void *from) { struct size *made = from; return made; }
EOF
echo 'struct size { int wide; };' > old/size.h
cp old/size.h new/size.h
sed 's/x + 1/x + 2/' old/a.h > new/a.h
changes old/a.h new/a.h
expect_exit 0
expect_changed f
expect_entries f
expect_hunk a.h analysed

cat > old/b.h <<'EOF'
namespace n {
class Box {
public:
  int wide() const { return 1; }
  int high() const { return 2; }
  template <class T> T twice(T t) const { return t * 2; }
};
inline int area(const Box &box) { return box.wide(); }
}
EOF
sed 's/return 1;/return 3;/; s/t \* 2/t * 3/' old/b.h > new/b.h
changes old/b.h new/b.h
expect_exit 0
expect_changed n::Box::wide
expect_json "sorted(h['status'] for h in hunks('b.h')) == ['analysed', 'not-compiled']"

# A header for both languages is C.
{ echo '#ifdef __cplusplus'; echo 'extern "C" {'; echo '#endif'; } > old/c.h
echo 'static inline int *h(void *from) { return from; }' >> old/c.h
{ echo '#ifdef __cplusplus'; echo '}'; echo '#endif'; } >> old/c.h
sed 's/return from/return (int *)from + 1/' old/c.h > new/c.h
changes old/c.h new/c.h
expect_exit 0
expect_changed h

echo 'a text' > old/notes.txt
echo 'another text' > new/notes.txt
changes old/notes.txt new/notes.txt
expect_exit 2
expect_one_line_error
expect_message "notes.txt is no C or C++ source or header"

ok
