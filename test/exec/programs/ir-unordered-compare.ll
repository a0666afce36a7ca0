; entry: f
; prototype: int f(int x)
; paths: returned 2
; why: an unordered comparison holds when one side is not a number

define i32 @f(i32 %x) {
  %n = bitcast i32 2143289344 to float
  %a = sitofp i32 %x to float
  %isone = fcmp oeq float %a, 1.0
  br i1 %isone, label %yes, label %no
yes:
  %u = fcmp ult float %n, %a
  %o = fcmp olt float %n, %a
  %1 = zext i1 %u to i32
  %2 = zext i1 %o to i32
  %3 = shl i32 %1, 1
  %r = or i32 %2, %3
  ret i32 %r
no:
  %v = fcmp uno float %a, %a
  %s = zext i1 %v to i32
  ret i32 %s
}
