; entry: f
; prototype: unsigned f(unsigned x)
; paths: returned 1
; fault: overflow where none was promised
; native: no: the sum is poison for one input
; why: nuw promises that the sum does not wrap

define i32 @f(i32 %x) {
  %a = add nuw i32 %x, 1
  ret i32 %a
}
