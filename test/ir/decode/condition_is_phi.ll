; Both ways of a branch lead to one block: the moves of its phis must not change what the branch reads.
define i32 @both(i32 %n) {
entry:
  br label %loop
loop:
  %flag = phi i1 [ false, %entry ], [ %next, %again ], [ %next, %again ]
  %i = phi i32 [ 0, %entry ], [ %more, %again ], [ %more, %again ]
  %next = xor i1 %flag, true
  %more = add i32 %i, 1
  %stop = icmp uge i32 %more, %n
  br i1 %stop, label %done, label %again
again:
  br i1 %flag, label %loop, label %loop
done:
  ret i32 %i
}
; --- both
; both(i32 %0) -> i32
; b0:
;   %1 = Move.1 0
;   %2 = Move.32 0
;   Jump b1
; b1:
;   %3 = Xor.1 %1, 1
;   %4 = Add.32 %2, 1
;   %5 = ULessEqual.32 %0, %4
;   Branch %5, b3, b2
; b2:
;   Branch %1, b4, b4
; b3:
;   Return %2
; b4: edge
;   %1 = Move.1 %3
;   %2 = Move.32 %4
;   Jump b1
