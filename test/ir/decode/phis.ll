; Moves on an edge happen at once (x and y swap), values of one way in are only renamed, and what cannot be reached is
; not there.
define i32 @swap(i32 %n) {
entry:
  br label %loop
loop:
  %x = phi i32 [ 1, %entry ], [ %y, %loop ]
  %y = phi i32 [ 2, %entry ], [ %x, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  %last = phi i32 [ %x, %loop ]
  ret i32 %last
nowhere:
  br label %done2
done2:
  ret i32 0
}
; --- swap
; swap(i32 %0) -> i32
; b0:
;   %1 = Move.32 1
;   %2 = Move.32 2
;   %3 = Move.32 0
;   Jump b1
; b1:
;   %4 = Add.32 %3, 1
;   %5 = ULess.32 %4, %0
;   Branch %5, b3, b2
; b2:
;   Return %1
; b3: edge
;   %3 = Move.32 %4
;   %5 = Move.32 %1
;   %1 = Move.32 %2
;   %2 = Move.32 %5
;   Jump b1
