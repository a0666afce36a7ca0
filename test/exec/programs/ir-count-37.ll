; entry: f
; prototype: unsigned long f(unsigned long x)
; paths: returned 2
; why: all 37 bits are set for one value only

declare i37 @llvm.ctpop.i37(i37)
define i64 @f(i64 %x) {
  %a = trunc i64 %x to i37
  %b = call i37 @llvm.ctpop.i37(i37 %a)
  %c = zext i37 %b to i64
  %all = icmp eq i64 %c, 37
  br i1 %all, label %yes, label %no
yes:
  ret i64 1000
no:
  ret i64 %c
}
