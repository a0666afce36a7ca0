; entry: f
; prototype: unsigned f(unsigned x)
; paths: returned 2
; why: an unsigned difference of 12 bits stops at zero

declare i12 @llvm.usub.sat.i12(i12, i12)
define i32 @f(i32 %x) {
  %a = trunc i32 %x to i12
  %b = call i12 @llvm.usub.sat.i12(i12 %a, i12 4090)
  %zero = icmp eq i12 %b, 0
  br i1 %zero, label %yes, label %no
yes:
  ret i32 7
no:
  %r = zext i12 %b to i32
  ret i32 %r
}
