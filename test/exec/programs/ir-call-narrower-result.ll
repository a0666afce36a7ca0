; entry: g
; prototype: int g(void)
; paths: returned 1
; why: who declares a function that returns 64 bits as one that returns 32 gets the lower ones

define i64 @wide() {
  ret i64 12884901893
}
define i32 @g() {
  %r = call i32 @wide()
  %low = icmp eq i32 %r, 5
  %n = zext i1 %low to i32
  ret i32 %n
}
