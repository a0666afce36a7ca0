; entry: f
; prototype: int f(int x, int y)
; paths: returned 1
; why: phis of a block are all read before any is written

define i32 @f(i32 %x, i32 %y) {
entry:
  br label %loop
loop:
  %a = phi i32 [ %x, %entry ], [ %b, %loop ]
  %b = phi i32 [ %y, %entry ], [ %a, %loop ]
  %i = phi i32 [ 0, %entry ], [ %n, %loop ]
  %n = add i32 %i, 1
  %c = icmp ult i32 %n, 4
  br i1 %c, label %loop, label %out
out:
  %r = sub i32 %a, %b
  ret i32 %r
}
