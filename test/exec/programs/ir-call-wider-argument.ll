; entry: g
; prototype: int g(int a)
; paths: returned 2
; fault: use of an uninitialised value
; native: no: the upper half is anything
; why: the function looks at more bits than the caller has passed

define i32 @wide(i64 %x) {
  %big = icmp sgt i64 %x, 5
  br i1 %big, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
define i32 @g(i32 %a) {
  %r = call i32 (...) @wide(i32 %a)
  ret i32 %r
}
