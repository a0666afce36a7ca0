; entry: g
; prototype: int g(int a)
; paths: returned 2
; why: an argument that the function does not use may be left out, as old code does

define i32 @first(i32 %x, i32 %y) {
  ret i32 %x
}
define i32 @g(i32 %a) {
  %r = call i32 (...) @first(i32 %a)
  %big = icmp sgt i32 %r, 5
  br i1 %big, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
