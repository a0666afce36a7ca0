; entry: f
; prototype: unsigned f(unsigned x, unsigned n)
; paths: returned 1
; why: the amount of a funnel shift counts modulo the width, which is no power of two here

declare i13 @llvm.fshl.i13(i13, i13, i13)
define i32 @f(i32 %x, i32 %n) {
  %a = trunc i32 %x to i13
  %m = trunc i32 %n to i13
  %b = call i13 @llvm.fshl.i13(i13 %a, i13 5, i13 %m)
  %c = zext i13 %b to i32
  ret i32 %c
}
