; entry: f
; prototype: int f(int x)
; paths: returned 1
; why: memory of a size that is not known, given back by restoring the stack

declare ptr @llvm.stacksave()
declare void @llvm.stackrestore(ptr)
define i32 @f(i32 %x) {
  %n = and i32 %x, 3
  %m = add i32 %n, 1
  %s = call ptr @llvm.stacksave()
  %p = alloca i32, i32 %m
  store i32 %x, ptr %p
  %v = load i32, ptr %p
  call void @llvm.stackrestore(ptr %s)
  ret i32 %v
}
