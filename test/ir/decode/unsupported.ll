; What has no form is named where it stands.
declare ptr @llvm.returnaddress(i32)
declare <vscale x 2 x i32> @llvm.vector.splice.nxv2i32(<vscale x 2 x i32>, <vscale x 2 x i32>, i32)
define ptr @address() {
  %r = call ptr @llvm.returnaddress(i32 0)
  ret ptr %r
}
define i32 @assembly(i32 %x) {
  %r = call i32 asm "bsf $1, $0", "=r,r"(i32 %x)
  ret i32 %r
}
define i32 @barrier(i32 %x) {
  %r = call i32 asm "", "=r,0,~{memory}"(i32 %x)
  call void asm sideeffect "", "~{memory}"()
  ret i32 %r
}
define i32 @segment(i32 %x) {
  %r = load i32, ptr addrspace(257) null
  ret i32 %r
}
define void @scalable(ptr %p) {
  %v = load <vscale x 2 x i32>, ptr %p
  store <vscale x 2 x i32> %v, ptr %p
  ret void
}
; --- address
; address() -> ptr
; b0:
;   Unsupported "llvm.returnaddress"
;   Return %0
; --- assembly
; assembly(i32 %0) -> i32
; b0:
;   Unsupported "inline assembly: bsf $1, $0"
;   Return %1
; --- barrier
; barrier(i32 %0) -> i32
; b0:
;   Return %0
; --- segment
; segment(i32 %0) -> i32
; b0:
;   Unsupported "load: in address space 257"
;   Return %1
; --- scalable
; scalable(ptr %0)
; b0:
;   Unsupported "load: with a type that has no form"
;   Unsupported "store: with a type that has no form"
;   Return
