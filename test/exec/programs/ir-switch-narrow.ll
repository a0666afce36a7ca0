; entry: f
; prototype: int f(int x)
; paths: returned 3
; why: of three bits, -4 and 3 have cases

define i32 @f(i32 %x) {
  %a = trunc i32 %x to i3
  switch i3 %a, label %other [ i3 -4, label %low
                               i3 3, label %high ]
low:
  ret i32 1
high:
  ret i32 2
other:
  ret i32 3
}
