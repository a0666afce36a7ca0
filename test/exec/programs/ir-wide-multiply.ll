; entry: f
; prototype: long f(long x)
; paths: returned 1
; why: the product of 65 bits keeps one bit more than a machine word

define i64 @f(i64 %x) {
  %a = zext i64 %x to i65
  %b = mul i65 %a, %a
  %c = lshr i65 %b, 1
  %d = trunc i65 %c to i64
  ret i64 %d
}
