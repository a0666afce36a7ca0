; entry: f
; prototype: unsigned long f(unsigned long x)
; paths: returned 1
; why: six bytes change their order

declare i48 @llvm.bswap.i48(i48)
define i64 @f(i64 %x) {
  %a = trunc i64 %x to i48
  %b = call i48 @llvm.bswap.i48(i48 %a)
  %c = zext i48 %b to i64
  ret i64 %c
}
