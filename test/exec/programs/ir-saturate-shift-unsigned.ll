; entry: f
; prototype: unsigned f(unsigned x)
; paths: returned 1
; why: an unsigned shift to the left that loses bits gives the largest number

declare i16 @llvm.ushl.sat.i16(i16, i16)
define i32 @f(i32 %x) {
  %a = trunc i32 %x to i16
  %b = call i16 @llvm.ushl.sat.i16(i16 %a, i16 3)
  %r = zext i16 %b to i32
  ret i32 %r
}
