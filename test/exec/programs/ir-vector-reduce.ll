; entry: f
; prototype: int f(int x)
; paths: returned 1
; why: all lanes together

declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.xor.v4i32(<4 x i32>)
declare i32 @llvm.vector.reduce.smax.v4i32(<4 x i32>)
define i32 @f(i32 %x) {
  %v = insertelement <4 x i32> <i32 1, i32 20, i32 3, i32 4>, i32 %x, i32 0
  %a = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v)
  %b = call i32 @llvm.vector.reduce.xor.v4i32(<4 x i32> %v)
  %c = call i32 @llvm.vector.reduce.smax.v4i32(<4 x i32> %v)
  %d = xor i32 %a, %b
  %r = sub i32 %d, %c
  ret i32 %r
}
