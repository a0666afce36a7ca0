; entry: f
; prototype: int f(int x)
; paths: returned 1
; why: a select uses the side that it chooses, and no other

define i32 @f(i32 %x) {
  %c = icmp ult i32 %x, 10
  %r = select i1 %c, i32 %x, i32 10
  ret i32 %r
}
