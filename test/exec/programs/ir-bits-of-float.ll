; entry: f
; prototype: int f(int x)
; paths: returned 1
; why: a bitcast keeps all bits, of vectors and floats alike

define i32 @f(i32 %x) {
  %a = and i32 %x, 1065353215
  %b = bitcast i32 %a to float
  %c = fneg float %b
  %d = bitcast float %c to <2 x i16>
  %e = extractelement <2 x i16> %d, i32 1
  %r = zext i16 %e to i32
  ret i32 %r
}
