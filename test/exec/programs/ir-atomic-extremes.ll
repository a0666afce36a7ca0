; entry: f
; prototype: int f(int x)
; paths: returned 1
; why: the larger or smaller one stays, with and without signs

define i32 @f(i32 %x) {
  %m = alloca i32
  store i32 %x, ptr %m
  %a = atomicrmw max ptr %m, i32 5 monotonic
  %b = atomicrmw umin ptr %m, i32 1000 monotonic
  %c = atomicrmw min ptr %m, i32 900 monotonic
  %d = atomicrmw umax ptr %m, i32 20 monotonic
  %e = load i32, ptr %m
  %1 = mul i32 %b, 3
  %2 = add i32 %1, %c
  %3 = add i32 %2, %d
  %4 = add i32 %3, %e
  ret i32 %4
}
