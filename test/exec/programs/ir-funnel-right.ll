; entry: f
; prototype: unsigned long f(unsigned long x, unsigned long n)
; paths: returned 1
; why: the low half comes out when nothing is shifted

declare i64 @llvm.fshr.i64(i64, i64, i64)
define i64 @f(i64 %x, i64 %n) {
  %b = call i64 @llvm.fshr.i64(i64 %x, i64 77, i64 %n)
  ret i64 %b
}
