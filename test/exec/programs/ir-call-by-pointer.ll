; entry: f
; prototype: int f(int x)
; paths: returned 2
; why: which function is called is decided by the input

define internal i32 @g(i32 %x) {
  ret i32 1
}
define internal i32 @h(i32 %x) {
  %r = add i32 %x, 5
  ret i32 %r
}
define i32 @f(i32 %x) {
  %c = icmp sgt i32 %x, 7
  %p = select i1 %c, ptr @g, ptr @h
  %r = call i32 %p(i32 %x)
  ret i32 %r
}
