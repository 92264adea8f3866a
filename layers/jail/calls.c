/*
 * Which system calls the program may make: a seccomp filter that forbids what a converter has no use for and an
 * attacker has. Forbidden calls fail with an error rather than kill, so that programs which merely try go on.
 */
#define _GNU_SOURCE
#include "../limit/filter.h"
#include "../limit/process.h"
#include "jail.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* Newer than the headers of the oldest system that we build on: everything from here on does not exist. */
enum { CACHESTAT = 451 };

/* The network; also by UNIX sockets, at whose other end a service of the host could be. A pair of them is harmless. */
static const int NETWORK[] = {SYS_socket, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4};

static const int FORBIDDEN[] = {
    /* other processes */
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_process_madvise, SYS_process_mrelease, SYS_kcmp,
    SYS_pidfd_open, SYS_pidfd_getfd, SYS_pidfd_send_signal, SYS_tkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo,
    SYS_perf_event_open, SYS_setpriority, SYS_ioprio_set, SYS_migrate_pages, SYS_move_pages, SYS_get_robust_list,
    /* leaving the group that is killed at the end */
    SYS_setsid, SYS_setpgid,
    /* seeing what others do with files */
    SYS_inotify_init, SYS_inotify_init1, SYS_inotify_add_watch, SYS_fanotify_init,
    /* other namespaces and file systems */
    SYS_unshare, SYS_setns, SYS_mount, SYS_umount2, SYS_move_mount, SYS_open_tree, SYS_fsopen, SYS_fsconfig,
    SYS_fsmount, SYS_fspick, SYS_mount_setattr, SYS_pivot_root, SYS_chroot, SYS_name_to_handle_at,
    SYS_open_by_handle_at, SYS_quotactl, SYS_quotactl_fd, SYS_swapon, SYS_swapoff, SYS_acct,
    /* parts of the kernel with a history of holes */
    SYS_bpf, SYS_userfaultfd, SYS_keyctl, SYS_add_key, SYS_request_key, SYS_io_uring_setup, SYS_io_uring_enter,
    SYS_io_uring_register, SYS_io_setup, SYS_io_submit, SYS_vmsplice, SYS_modify_ldt, SYS_lookup_dcookie,
    SYS_nfsservctl, SYS_uselib, SYS_vhangup, SYS_personality,
    /* memory and files that no process is seen to hold: also those on their way through a socket */
    SYS_shmget, SYS_shmat, SYS_shmctl, SYS_shmdt, SYS_semget, SYS_msgget, SYS_mq_open, SYS_mq_unlink,
    SYS_memfd_create, SYS_memfd_secret, SYS_sendmsg, SYS_sendmmsg,
    /* by path it works on files that Landlock closes, before its third version */
    SYS_truncate,
    /* the machine itself */
    SYS_kexec_load, SYS_kexec_file_load, SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_reboot, SYS_syslog,
    SYS_sethostname, SYS_setdomainname, SYS_settimeofday, SYS_clock_settime, SYS_adjtimex, SYS_clock_adjtime, SYS_iopl,
    SYS_ioperm};

/*
 * Landlock has no say in who may use a file, by any path: these seem to succeed and do nothing, since programs that
 * copy a file give up where they fail.
 */
static const int PRETENDED[] = {
    SYS_chmod, SYS_fchmod, SYS_fchmodat, SYS_chown, SYS_fchown, SYS_lchown, SYS_fchownat, SYS_utime, SYS_utimes,
    SYS_futimesat, SYS_utimensat};

static const int ATTRIBUTES[] = {SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr,
                                 SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr};

/* Terminals that we were started from, and whom the kernel signals about a file. */
static const uint32_t TERMINAL[] = {TIOCSTI, TIOCLINUX, FIOSETOWN, SIOCSPGRP};
static const uint32_t OWNERS[] = {F_SETOWN, F_SETSIG, F_SETOWN_EX};
static const uint32_t HIDING[] = {PR_SET_DUMPABLE, PR_SET_CHILD_SUBREAPER};

static void keep_to_itself(struct filter *filter, uint32_t self) {
  const uint32_t own[] = {self, 0}, unix_sockets[] = {AF_UNIX};
  static const int OTHERS[] = {SYS_prlimit64, SYS_sched_setaffinity, SYS_sched_setscheduler, SYS_sched_setparam,
                               SYS_sched_setattr};
  for (size_t i = 0; i < COUNT(OTHERS); i++) allow_values(filter, OTHERS[i], 0, own, 2);
  allow_values(filter, SYS_kill, 0, own, 1);
  allow_values(filter, SYS_tgkill, 0, own, 1);
  allow_values(filter, SYS_socketpair, 0, unix_sockets, 1);
  forbid_values(filter, SYS_ioctl, 1, TERMINAL, COUNT(TERMINAL));
  forbid_values(filter, SYS_fcntl, 1, OWNERS, COUNT(OWNERS));
  forbid_values(filter, SYS_prctl, 0, HIDING, COUNT(HIDING));
}

/* Opened for reading, a file could be emptied all the same, before the third version of Landlock. */
static void restrict_opening(struct filter *filter) {
  forbid(filter, SYS_openat2, ENOSYS); /* its flags lie in memory */
  forbid_bits(filter, SYS_open, 1, O_RDONLY | O_TRUNC, O_ACCMODE | O_TRUNC);
  forbid_bits(filter, SYS_openat, 2, O_RDONLY | O_TRUNC, O_ACCMODE | O_TRUNC);
}

void restrict_calls(bool may_fork) {
  static struct filter filter;
  begin_filter(&filter);
  end_calls_at(&filter, CACHESTAT);
  for (size_t i = 0; i < COUNT(NETWORK); i++) forbid(&filter, NETWORK[i], EACCES);
  for (size_t i = 0; i < COUNT(FORBIDDEN); i++) forbid(&filter, FORBIDDEN[i], EPERM);
  for (size_t i = 0; i < COUNT(PRETENDED); i++) forbid(&filter, PRETENDED[i], 0);
  for (size_t i = 0; i < COUNT(ATTRIBUTES); i++) forbid(&filter, ATTRIBUTES[i], ENOTSUP);
  keep_to_itself(&filter, (uint32_t)getpid()); /* stays the same in the program that replaces us */
  restrict_clone(&filter, may_fork);
  restrict_opening(&filter);
  /* Shared memory without a file: it can be kept without being seen in any process's account. */
  forbid_bits(&filter, SYS_mmap, 3, MAP_SHARED | MAP_ANONYMOUS, MAP_SHARED | MAP_ANONYMOUS);
  if (apply_filter(&filter) == -1) fail("seccomp");
}
