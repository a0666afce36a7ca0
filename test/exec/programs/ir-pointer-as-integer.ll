; entry: f
; prototype: int f(int x)
; paths: returned 1
; why: a pointer survives the way through an integer, an offset added on the way

define i32 @f(i32 %x) {
  %m = alloca [4 x i32]
  %p = getelementptr [4 x i32], ptr %m, i64 0, i64 2
  store i32 %x, ptr %p
  %i = ptrtoint ptr %m to i64
  %j = add i64 %i, 8
  %q = inttoptr i64 %j to ptr
  %v = load i32, ptr %q
  ret i32 %v
}
