; entry: f
; prototype: int f(int x)
; paths: returned 1
; why: a nested part of an aggregate is replaced, the others stay

define i32 @f(i32 %x) {
  %a = insertvalue { i8, { i32, [2 x i32] } } { i8 1, { i32, [2 x i32] } { i32 5, [2 x i32] [i32 6, i32 7] } }, i32 %x, 1, 1, 0
  %i = extractvalue { i8, { i32, [2 x i32] } } %a, 1
  %b = extractvalue { i32, [2 x i32] } %i, 1, 0
  %c = extractvalue { i32, [2 x i32] } %i, 1, 1
  %d = extractvalue { i32, [2 x i32] } %i, 0
  %e = mul i32 %c, %d
  %r = add i32 %b, %e
  ret i32 %r
}
