; entry: f
; prototype: int f(int x)
; paths: returned 2
; why: of three bits, 4 is -4 and so less than 3

define i32 @f(i32 %x) {
  %a = trunc i32 %x to i3
  %less = icmp slt i3 %a, 3
  br i1 %less, label %yes, label %no
yes:
  %s = sext i3 %a to i32
  ret i32 %s
no:
  ret i32 100
}
