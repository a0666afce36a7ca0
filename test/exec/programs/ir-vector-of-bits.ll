; entry: f
; prototype: int f(int x)
; paths: returned 1
; why: a vector of single bits is an integer, its first lane the lowest bit

define i32 @f(i32 %x) {
  %v = insertelement <4 x i32> <i32 1, i32 -2, i32 3, i32 -4>, i32 %x, i32 0
  %c = icmp slt <4 x i32> %v, zeroinitializer
  %b = bitcast <4 x i1> %c to i4
  %r = zext i4 %b to i32
  ret i32 %r
}
