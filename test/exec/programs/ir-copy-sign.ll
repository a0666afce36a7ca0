; entry: f
; prototype: int f(int x)
; paths: returned 1
; why: the size of one number with the sign of another; the sign of zero is kept

declare float @llvm.copysign.f32(float, float)
declare float @llvm.fabs.f32(float)
define i32 @f(i32 %x) {
  %b = and i32 %x, 255
  %a = sitofp i32 %b to float
  %c = call float @llvm.copysign.f32(float %a, float -0.0)
  %d = bitcast float %c to i32
  %e = lshr i32 %d, 31
  ret i32 %e
}
