; entry: f
; prototype: int f(int x)
; paths: returned 1
; why: each operation gives the old value and stores the new one

define i32 @f(i32 %x) {
  %m = alloca i32
  store i32 %x, ptr %m
  %a = atomicrmw add ptr %m, i32 5 seq_cst
  %b = atomicrmw sub ptr %m, i32 3 seq_cst
  %c = atomicrmw nand ptr %m, i32 12 seq_cst
  %d = atomicrmw xor ptr %m, i32 6 seq_cst
  %e = atomicrmw xchg ptr %m, i32 9 seq_cst
  %g = load atomic i32, ptr %m seq_cst, align 4
  %1 = xor i32 %a, %b
  %2 = add i32 %1, %c
  %3 = xor i32 %2, %d
  %4 = add i32 %3, %e
  %5 = mul i32 %4, %g
  ret i32 %5
}
