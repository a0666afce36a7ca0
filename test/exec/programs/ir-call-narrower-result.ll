; entry: g
; prototype: int g(int a)
; paths: returned 1
; why: who declares a function that returns 64 bits as one that returns 32 gets the lower ones

define i64 @wide(i32 %x) {
  %n = zext i32 %x to i64
  %r = or i64 %n, 12884901888
  ret i64 %r
}
define i32 @g(i32 %a) {
  %r = call i32 @wide(i32 %a)
  ret i32 %r
}
