; entry: f
; prototype: int f(int x)
; paths: returned 1
; why: counting up goes from the limit to zero, counting down from zero to the limit

define i32 @f(i32 %x) {
  %m = alloca i32
  store i32 %x, ptr %m
  %a = atomicrmw uinc_wrap ptr %m, i32 10 seq_cst
  %b = atomicrmw udec_wrap ptr %m, i32 7 seq_cst
  %c = load i32, ptr %m
  %d = mul i32 %b, 100
  %e = add i32 %d, %c
  ret i32 %e
}
