; entry: f
; prototype: int f(int x)
; paths: returned 1
; why: the same nine bits are compared with and without a sign

declare i9 @llvm.smax.i9(i9, i9)
declare i9 @llvm.umin.i9(i9, i9)
define i32 @f(i32 %x) {
  %a = trunc i32 %x to i9
  %b = call i9 @llvm.smax.i9(i9 %a, i9 -5)
  %c = call i9 @llvm.umin.i9(i9 %a, i9 300)
  %d = sext i9 %b to i32
  %e = zext i9 %c to i32
  %g = mul i32 %e, 1000
  %r = add i32 %d, %g
  ret i32 %r
}
