; entry: f
; prototype: int f(int x, int i)
; paths: returned 4
; why: the lane written is not known: a path for each of the four

define i32 @f(i32 %x, i32 %i) {
  %k = and i32 %i, 3
  %v = insertelement <4 x i32> <i32 10, i32 20, i32 30, i32 40>, i32 %x, i32 %k
  %j = xor i32 %k, 1
  %a = extractelement <4 x i32> %v, i32 %j
  %b = extractelement <4 x i32> %v, i32 %k
  %r = sub i32 %b, %a
  ret i32 %r
}
