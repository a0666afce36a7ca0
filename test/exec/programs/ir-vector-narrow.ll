; entry: f
; prototype: int f(int x)
; paths: returned 1
; why: lanes are widened with their signs, and cut again

define i32 @f(i32 %x) {
  %v = insertelement <2 x i32> <i32 0, i32 77>, i32 %x, i32 0
  %n = trunc <2 x i32> %v to <2 x i8>
  %s = sext <2 x i8> %n to <2 x i32>
  %m = mul <2 x i32> %s, <i32 3, i32 5>
  %a = extractelement <2 x i32> %m, i32 0
  %b = extractelement <2 x i32> %m, i32 1
  %r = add i32 %a, %b
  ret i32 %r
}
