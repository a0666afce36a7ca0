; entry: f
; prototype: long f(long x)
; paths: returned 1
; why: bit 32 is the sign of 33 bits

define i64 @f(i64 %x) {
  %a = trunc i64 %x to i33
  %b = ashr i33 %a, 30
  %c = sext i33 %b to i64
  ret i64 %c
}
