; entry: f
; prototype: int f(int x)
; paths: returned 1
; why: lanes come from both vectors, in the order of the mask

define i32 @f(i32 %x) {
  %v = insertelement <4 x i32> <i32 1, i32 2, i32 3, i32 4>, i32 %x, i32 0
  %s = shufflevector <4 x i32> %v, <4 x i32> <i32 5, i32 6, i32 7, i32 8>, <3 x i32> <i32 7, i32 0, i32 2>
  %a = extractelement <3 x i32> %s, i32 0
  %b = extractelement <3 x i32> %s, i32 1
  %c = extractelement <3 x i32> %s, i32 2
  %d = mul i32 %b, %a
  %r = add i32 %d, %c
  ret i32 %r
}
