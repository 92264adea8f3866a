/*
 * Preloaded into a process that holds credentials (LD_PRELOAD): makes it undumpable, so that no other process of the
 * same user can read its memory or environment in /proc. Landlock would see to that; where the kernel has none, as on
 * Lambda, a document that links /proc/<pid>/environ must find it closed. Uses no library, so it fits every one.
 */
#include <sys/prctl.h>
#include <sys/syscall.h>

__attribute__((constructor)) static void make_undumpable(void) {
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"((long)SYS_prctl), "D"((long)PR_SET_DUMPABLE), "S"(0L), "d"(0L)
                   : "rcx", "r11", "memory");
}
