; entry: f
; prototype: unsigned f(unsigned x)
; paths: returned 1
; why: the count of zero is the width, 5

declare i5 @llvm.cttz.i5(i5, i1)
define i32 @f(i32 %x) {
  %a = trunc i32 %x to i5
  %b = call i5 @llvm.cttz.i5(i5 %a, i1 false)
  %c = zext i5 %b to i32
  ret i32 %c
}
