; entry: f
; prototype: int f(int x)
; paths: returned 2
; why: a pointer of two objects is told apart when it is used

define i32 @f(i32 %x) {
  %p = alloca i32
  %q = alloca i32
  store i32 3, ptr %p
  store i32 4, ptr %q
  %c = icmp eq i32 %x, 9
  %s = select i1 %c, ptr %p, ptr %q
  %v = load i32, ptr %s
  ret i32 %v
}
