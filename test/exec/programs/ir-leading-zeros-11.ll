; entry: f
; prototype: unsigned f(unsigned x)
; paths: returned 2
; why: zero has eleven leading zeros

declare i11 @llvm.ctlz.i11(i11, i1)
define i32 @f(i32 %x) {
  %a = trunc i32 %x to i11
  %b = call i11 @llvm.ctlz.i11(i11 %a, i1 false)
  %c = zext i11 %b to i32
  %all = icmp eq i32 %c, 11
  br i1 %all, label %yes, label %no
yes:
  ret i32 1000
no:
  ret i32 %c
}
