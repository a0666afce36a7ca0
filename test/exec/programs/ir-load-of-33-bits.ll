; entry: f
; prototype: long f(long x)
; paths: returned 1
; why: 33 bits fill five bytes, the last with zeros above

define i64 @f(i64 %x) {
  %m = alloca i64
  store i64 0, ptr %m
  %t = trunc i64 %x to i33
  store i33 %t, ptr %m
  %v = load i64, ptr %m
  ret i64 %v
}
