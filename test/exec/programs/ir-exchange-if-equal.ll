; entry: f
; prototype: int f(int x)
; paths: returned 2
; why: cmpxchg stores when the old value is the one expected, and says so

define i32 @f(i32 %x) {
  %m = alloca i32
  store i32 %x, ptr %m
  %p = cmpxchg ptr %m, i32 5, i32 50 seq_cst seq_cst
  %old = extractvalue { i32, i1 } %p, 0
  %done = extractvalue { i32, i1 } %p, 1
  %now = load i32, ptr %m
  br i1 %done, label %yes, label %no
yes:
  %r = add i32 %old, %now
  ret i32 %r
no:
  %s = sub i32 %old, %now
  ret i32 %s
}
