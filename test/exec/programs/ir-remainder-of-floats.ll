; entry: f
; prototype: int f(int x)
; paths: returned 1
; why: 5.5 modulo 2 is 1.5, with the sign of the dividend

define i32 @f(i32 %x) {
  %a = frem double -5.5, 2.0
  %b = fmul double %a, 10.0
  %c = fptosi double %b to i32
  %r = add i32 %c, %x
  ret i32 %r
}
