/* The system calls that AWS Lambda refuses, as reported from there (see the design): EPERM, or ENOSYS for what is newer
   than its kernel, Linux 5.10. */
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include "sandbox.h"

/* The first call that Linux 5.10 does not have (epoll_pwait2); Landlock's are 444 to 446. */
#define FIRST_UNKNOWN 441
/* Calls of the x32 interface have this bit set. */
#define X32 0x40000000

#define NAMESPACES \
  (CLONE_NEWNS | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP)

#define ANSWER(value) BPF_STMT(BPF_RET | BPF_K, value)
#define ERROR(number) ANSWER(SECCOMP_RET_ERRNO | number)
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define REFUSE(name, error) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_##name, 0, 1), ERROR(error)

static struct sock_filter FILTER[] = {
  LOAD(arch),
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0),
  ANSWER(SECCOMP_RET_KILL_PROCESS),
  LOAD(nr),
  BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, X32, 0, 1),
  ERROR(ENOSYS),
  BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, FIRST_UNKNOWN, 0, 1),
  ERROR(ENOSYS),
  REFUSE(clone3, ENOSYS),
  REFUSE(prctl, EPERM),
  REFUSE(seccomp, EPERM),
  REFUSE(ptrace, EPERM),
  REFUSE(chroot, EPERM),
  REFUSE(unshare, EPERM),
  REFUSE(setns, EPERM),
  REFUSE(mount, EPERM),
  REFUSE(umount2, EPERM),
  REFUSE(pivot_root, EPERM),
  REFUSE(open_tree, EPERM),
  REFUSE(move_mount, EPERM),
  REFUSE(fsopen, EPERM),
  REFUSE(fsmount, EPERM),
  REFUSE(fallocate, EPERM),
  REFUSE(bpf, EPERM),
  REFUSE(perf_event_open, EPERM),
  REFUSE(add_key, EPERM),
  REFUSE(request_key, EPERM),
  REFUSE(keyctl, EPERM),
  /* clone with a flag of a namespace is unshare by another name. */
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_clone, 0, 3),
  LOAD(args[0]),
  BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, NAMESPACES, 0, 1),
  ERROR(EPERM),
  ANSWER(SECCOMP_RET_ALLOW),
};

void install_filter(void) {
  const struct sock_fprog program = {.len = sizeof FILTER / sizeof *FILTER, .filter = FILTER};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)) fail("no_new_privs");
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) fail("the filter");
}
