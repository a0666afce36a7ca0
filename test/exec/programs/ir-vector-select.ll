; entry: f
; prototype: int f(int x)
; paths: returned 1
; why: each lane chooses for itself

define i32 @f(i32 %x) {
  %v = insertelement <4 x i32> <i32 1, i32 2, i32 3, i32 4>, i32 %x, i32 2
  %c = icmp sgt <4 x i32> %v, <i32 0, i32 5, i32 10, i32 0>
  %s = select <4 x i1> %c, <4 x i32> %v, <4 x i32> <i32 100, i32 200, i32 300, i32 400>
  %a = extractelement <4 x i32> %s, i32 1
  %b = extractelement <4 x i32> %s, i32 2
  %r = add i32 %a, %b
  ret i32 %r
}
