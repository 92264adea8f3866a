/*
 * Which system calls the program may make: a seccomp filter that forbids what a converter has no use for and an
 * attacker has. Forbidden calls fail with an error rather than kill, so that programs which merely try go on.
 */
#define _GNU_SOURCE
#include "jail.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST_STEPS = 512, X32_CALL = 0x40000000 };

#define NAMESPACES                                                                                                     \
  (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET)

struct program {
  struct sock_filter steps[MOST_STEPS];
  unsigned short length;
};

/* The network; also by UNIX sockets, at whose other end a service of the host could be. A pair of them is harmless. */
static const int NETWORK[] = {SYS_socket, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4};

static const int FORBIDDEN[] = {
    /* other processes */
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_process_madvise, SYS_process_mrelease, SYS_kcmp,
    SYS_pidfd_open, SYS_pidfd_getfd, SYS_pidfd_send_signal, SYS_tkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo,
    SYS_perf_event_open,
    /* leaving the group that is killed on time-out */
    SYS_setsid, SYS_setpgid,
    /* other namespaces and file systems */
    SYS_unshare, SYS_setns, SYS_mount, SYS_umount2, SYS_move_mount, SYS_open_tree, SYS_fsopen, SYS_fsconfig,
    SYS_fsmount, SYS_fspick, SYS_mount_setattr, SYS_pivot_root, SYS_chroot, SYS_name_to_handle_at,
    SYS_open_by_handle_at, SYS_fanotify_init, SYS_quotactl, SYS_swapon, SYS_swapoff, SYS_acct,
    /* parts of the kernel with a history of holes */
    SYS_bpf, SYS_userfaultfd, SYS_keyctl, SYS_add_key, SYS_request_key, SYS_io_uring_setup, SYS_io_uring_enter,
    SYS_io_uring_register, SYS_io_setup, SYS_io_submit, SYS_vmsplice, SYS_modify_ldt, SYS_lookup_dcookie,
    SYS_nfsservctl, SYS_uselib, SYS_vhangup,
    /* memory that outlives the program */
    SYS_shmget, SYS_semget, SYS_msgget, SYS_mq_open,
    /* the machine itself */
    SYS_kexec_load, SYS_kexec_file_load, SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_reboot, SYS_syslog,
    SYS_sethostname, SYS_setdomainname, SYS_settimeofday, SYS_clock_settime, SYS_adjtimex, SYS_clock_adjtime, SYS_iopl,
    SYS_ioperm};

static void step(struct program *program, struct sock_filter filter) {
  errno = E2BIG;
  if (program->length == MOST_STEPS) fail("seccomp");
  program->steps[program->length++] = filter;
}

static void load(struct program *program, size_t offset) {
  step(program, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset));
}

/* Arguments that matter here are 32 bits wide to the kernel, whatever is in the upper half. */
static void load_argument(struct program *program, size_t index) {
  load(program, offsetof(struct seccomp_data, args) + index * sizeof(uint64_t));
}

static void answer(struct program *program, uint32_t action) {
  step(program, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action));
}

/* Goes on with the next `steps` only if the value loaded compares so. */
static void only_if(struct program *program, unsigned comparison, uint32_t value, uint8_t steps) {
  step(program, (struct sock_filter)BPF_JUMP((uint16_t)(BPF_JMP | comparison | BPF_K), value, 0, steps));
}

static void unless(struct program *program, unsigned comparison, uint32_t value, uint8_t steps) {
  step(program, (struct sock_filter)BPF_JUMP((uint16_t)(BPF_JMP | comparison | BPF_K), value, steps, 0));
}

static void forbid(struct program *program, int call, uint32_t error) {
  only_if(program, BPF_JEQ, (uint32_t)call, 1);
  answer(program, SECCOMP_RET_ERRNO | error);
}

/* A call whose first argument has to be this, or 0 where that means the same. */
static void own_only(struct program *program, int call, uint32_t self, bool or_zero) {
  only_if(program, BPF_JEQ, (uint32_t)call, or_zero ? 5 : 4);
  load_argument(program, 0);
  if (or_zero) unless(program, BPF_JEQ, 0, 2);
  unless(program, BPF_JEQ, self, 1);
  answer(program, SECCOMP_RET_ERRNO | EPERM);
  answer(program, SECCOMP_RET_ALLOW);
}

static void restrict_clone(struct program *program, bool may_fork) {
  forbid(program, SYS_clone3, ENOSYS); /* its flags lie in memory; C libraries then use clone */
  if (!may_fork) forbid(program, SYS_fork, EPERM);
  if (!may_fork) forbid(program, SYS_vfork, EPERM);
  only_if(program, BPF_JEQ, SYS_clone, may_fork ? 4 : 6);
  load_argument(program, 0);
  only_if(program, BPF_JSET, NAMESPACES, 1);
  answer(program, SECCOMP_RET_ERRNO | EPERM);
  if (!may_fork) unless(program, BPF_JSET, CLONE_THREAD, 1);
  if (!may_fork) answer(program, SECCOMP_RET_ERRNO | EPERM);
  answer(program, SECCOMP_RET_ALLOW);
}

/* Typing into the terminal we were started from. */
static void restrict_ioctl(struct program *program) {
  only_if(program, BPF_JEQ, SYS_ioctl, 5);
  load_argument(program, 1);
  unless(program, BPF_JEQ, TIOCSTI, 1);
  only_if(program, BPF_JEQ, TIOCLINUX, 1);
  answer(program, SECCOMP_RET_ERRNO | EPERM);
  answer(program, SECCOMP_RET_ALLOW);
}

static void write_rules(struct program *program, bool may_fork) {
  uint32_t self = (uint32_t)getpid(); /* stays the same in the program that replaces us */
  load(program, offsetof(struct seccomp_data, arch));
  unless(program, BPF_JEQ, AUDIT_ARCH_X86_64, 1);
  answer(program, SECCOMP_RET_KILL_PROCESS);
  load(program, offsetof(struct seccomp_data, nr));
  only_if(program, BPF_JGE, X32_CALL, 1);
  answer(program, SECCOMP_RET_KILL_PROCESS);
  for (size_t i = 0; i < sizeof NETWORK / sizeof *NETWORK; i++) forbid(program, NETWORK[i], EACCES);
  for (size_t i = 0; i < sizeof FORBIDDEN / sizeof *FORBIDDEN; i++) forbid(program, FORBIDDEN[i], EPERM);
  own_only(program, SYS_socketpair, AF_UNIX, false);
  own_only(program, SYS_kill, self, false);
  own_only(program, SYS_tgkill, self, false);
  own_only(program, SYS_prlimit64, self, true);
  restrict_clone(program, may_fork);
  restrict_ioctl(program);
  answer(program, SECCOMP_RET_ALLOW);
}

void restrict_calls(bool may_fork) {
  static struct program program;
  write_rules(&program, may_fork);
  struct sock_fprog filter = {.len = program.length, .filter = program.steps};
  /* SPEC_ALLOW: a single-purpose process has no secrets of another to leak, and the mitigation would slow it down. */
  if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &filter) == -1) fail("seccomp");
}
