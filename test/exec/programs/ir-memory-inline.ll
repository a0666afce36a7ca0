; entry: f
; prototype: int f(int x)
; paths: returned 1
; why: copies and fills that never become calls

declare void @llvm.memcpy.inline.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.inline.p0.i64(ptr, i8, i64, i1)
define i32 @f(i32 %x) {
  %a = alloca i32
  %b = alloca i32
  store i32 %x, ptr %a
  call void @llvm.memset.inline.p0.i64(ptr %b, i8 7, i64 4, i1 false)
  call void @llvm.memcpy.inline.p0.p0.i64(ptr %b, ptr %a, i64 3, i1 false)
  %v = load i32, ptr %b
  ret i32 %v
}
