; entry: f
; prototype: int f(int x)
; native: no: C has no such operation, and what x86 does at 7 bits is another thing
; paths: division by zero 2, returned 1
; why: -64 / -1 does not fit into 7 bits, which ends the run like a division by zero; the quotient is cut towards zero

define i32 @f(i32 %x) {
  %a = trunc i32 %x to i7
  %b = sdiv i7 -64, %a
  %c = sext i7 %b to i32
  ret i32 %c
}
