; entry: g
; prototype: int g(int a)
; paths: unsupported 1
; detail: an argument of another kind
; native: no: the function finds anything there
; why: a whole number goes through another register than the floating-point one that the function takes

define i32 @real(double %x) {
  %r = fptosi double %x to i32
  ret i32 %r
}
define i32 @g(i32 %a) {
  %r = call i32 (...) @real(i32 %a)
  ret i32 %r
}
