; entry: f
; prototype: int f(int x)
; paths: returned 1
; why: zero is no normal number, 1 is

declare i1 @llvm.is.fpclass.f32(float, i32)
define i32 @f(i32 %x) {
  %b = and i32 %x, 1
  %a = sitofp i32 %b to float
  %n = call i1 @llvm.is.fpclass.f32(float %a, i32 264)
  %r = zext i1 %n to i32
  ret i32 %r
}
