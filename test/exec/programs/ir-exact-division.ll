; entry: f
; prototype: unsigned f(unsigned x)
; paths: returned 1
; fault: inexact where a multiple was promised
; native: no: the quotient is poison for three of four inputs
; why: exact promises that nothing is left over

define i32 @f(i32 %x) {
  %a = udiv exact i32 %x, 4
  ret i32 %a
}
