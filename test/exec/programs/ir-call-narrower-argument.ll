; entry: g
; prototype: int g(int a)
; paths: returned 2
; why: the function takes a byte of what the caller passes

define i32 @narrow(i8 %x) {
  %n = zext i8 %x to i32
  %r = add nsw i32 %n, 1
  ret i32 %r
}
define i32 @g(i32 %a) {
  %r = call i32 (...) @narrow(i32 %a)
  %big = icmp sgt i32 %r, 200
  br i1 %big, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
