; entry: f
; prototype: int f(int x)
; paths: returned 1
; why: less, equal and greater are -1, 0 and 1

define i32 @f(i32 %x) {
  %less = icmp slt i32 %x, 10
  %greater = icmp sgt i32 %x, 10
  %a = sext i1 %less to i32
  %b = zext i1 %greater to i32
  %r = add i32 %a, %b
  ret i32 %r
}
