; entry: g
; prototype: int g(int a)
; paths: returned 2
; fault: use of an uninitialised value
; native: no: the result is anything
; why: the function has no result, and the caller uses one

@total = internal global i32 0
define void @none(i32 %x) {
  store i32 %x, ptr @total
  ret void
}
define i32 @g(i32 %a) {
  %r = call i32 @none(i32 %a)
  %big = icmp sgt i32 %r, 3
  br i1 %big, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
