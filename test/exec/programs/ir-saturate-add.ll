; entry: f
; prototype: int f(int x)
; paths: returned 1
; why: a signed sum of 16 bits stops at 32767

declare i16 @llvm.sadd.sat.i16(i16, i16)
define i32 @f(i32 %x) {
  %a = trunc i32 %x to i16
  %b = call i16 @llvm.sadd.sat.i16(i16 %a, i16 32000)
  %r = sext i16 %b to i32
  ret i32 %r
}
