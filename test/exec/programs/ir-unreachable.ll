; entry: f
; prototype: int f(int x)
; paths: returned 1, trapped 1
; native: no: nothing is promised of code behind it
; why: an instruction that is never reached, reached by one input

define i32 @f(i32 %x) {
  %c = icmp eq i32 %x, 3
  br i1 %c, label %yes, label %no
yes:
  unreachable
no:
  ret i32 1
}
