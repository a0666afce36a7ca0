; entry: f
; prototype: int f(int x)
; paths: returned 1
; why: the absolute value of the smallest number is itself when it may overflow

declare i17 @llvm.abs.i17(i17, i1)
define i32 @f(i32 %x) {
  %a = trunc i32 %x to i17
  %b = call i17 @llvm.abs.i17(i17 %a, i1 false)
  %r = sext i17 %b to i32
  ret i32 %r
}
