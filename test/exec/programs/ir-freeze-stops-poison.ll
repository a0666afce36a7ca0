; entry: f
; prototype: int f(int x)
; paths: returned 2
; fault: shift by the width or more
; native: no: what x86 does with such a shift does not matter
; why: the shift is poison for one side; what is frozen may decide a branch

define i32 @f(i32 %x) {
  %a = shl i32 1, %x
  %b = freeze i32 %a
  %c = icmp eq i32 %b, 4
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 0
}
