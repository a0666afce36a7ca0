; entry: f
; prototype: int f(int x)
; paths: returned 1
; why: a tail call returns what the other function returns

define internal i32 @g(i32 %x) {
  %r = mul i32 %x, 3
  ret i32 %r
}
define i32 @f(i32 %x) {
  %y = add i32 %x, 1
  %r = musttail call i32 @g(i32 %y)
  ret i32 %r
}
