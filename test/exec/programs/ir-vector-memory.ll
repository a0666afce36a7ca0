; entry: f
; prototype: int f(int x)
; paths: returned 1
; why: lanes stand in memory one behind the other, the first at the lowest address

define i32 @f(i32 %x) {
  %m = alloca <4 x i16>
  %t = trunc i32 %x to i16
  %v = insertelement <4 x i16> <i16 1, i16 2, i16 3, i16 4>, i16 %t, i32 1
  store <4 x i16> %v, ptr %m
  %p = getelementptr i8, ptr %m, i64 1
  %r = load i32, ptr %p, align 1
  ret i32 %r
}
