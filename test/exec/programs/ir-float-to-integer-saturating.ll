; entry: f
; prototype: int f(int x)
; paths: returned 1
; why: what does not fit becomes the nearest number that does

declare i8 @llvm.fptosi.sat.i8.f32(float)
define i32 @f(i32 %x) {
  %a = sitofp i32 %x to float
  %b = call i8 @llvm.fptosi.sat.i8.f32(float %a)
  %r = sext i8 %b to i32
  ret i32 %r
}
