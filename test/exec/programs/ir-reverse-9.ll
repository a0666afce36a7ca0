; entry: f
; prototype: unsigned f(unsigned x)
; paths: returned 1
; why: nine bits change their order

declare i9 @llvm.bitreverse.i9(i9)
define i32 @f(i32 %x) {
  %a = trunc i32 %x to i9
  %b = call i9 @llvm.bitreverse.i9(i9 %a)
  %c = zext i9 %b to i32
  ret i32 %c
}
