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

/* The network; also by UNIX sockets, at whose other end a service of the host could be. A pair that is connected is not. */
static const int NETWORK[] = {SYS_socket, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4};

static const int FORBIDDEN[] = {
    /* other processes */
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_process_madvise, SYS_process_mrelease, SYS_kcmp,
    SYS_pidfd_open, SYS_pidfd_getfd, SYS_pidfd_send_signal, SYS_tkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo,
    SYS_perf_event_open, SYS_setpriority, SYS_ioprio_set, SYS_migrate_pages, SYS_move_pages, SYS_get_robust_list,
    /* leaving the group that is killed at the end */
    SYS_setsid, SYS_setpgid,
    /* seeing what others do with files */
    SYS_inotify_init1, SYS_inotify_add_watch, SYS_fanotify_init,
    /* other namespaces and file systems */
    SYS_unshare, SYS_setns, SYS_mount, SYS_umount2, SYS_move_mount, SYS_open_tree, SYS_fsopen, SYS_fsconfig,
    SYS_fsmount, SYS_fspick, SYS_mount_setattr, SYS_pivot_root, SYS_chroot, SYS_name_to_handle_at,
    SYS_open_by_handle_at, SYS_quotactl, SYS_quotactl_fd, SYS_swapon, SYS_swapoff, SYS_acct,
    /* parts of the kernel with a history of holes */
    SYS_bpf, SYS_userfaultfd, SYS_keyctl, SYS_add_key, SYS_request_key, SYS_io_uring_setup, SYS_io_uring_enter,
    SYS_io_uring_register, SYS_io_setup, SYS_io_submit, SYS_vmsplice, SYS_lookup_dcookie,
    SYS_nfsservctl, SYS_vhangup, SYS_personality,
    /* memory and files that no process is seen to hold: also those on their way through a socket */
    SYS_shmget, SYS_shmat, SYS_shmctl, SYS_shmdt, SYS_mq_open, SYS_mq_unlink, SYS_memfd_create, SYS_memfd_secret,
    SYS_sendmmsg,
    /* semaphores and queues of others, whose numbers can be guessed */
    SYS_semget, SYS_semop, SYS_semtimedop, SYS_semctl, SYS_msgget, SYS_msgsnd, SYS_msgrcv, SYS_msgctl,
    /* memory of the kernel without a limit: larger buffers and filters of sockets, rules of Landlock */
    SYS_setsockopt, SYS_landlock_create_ruleset, SYS_landlock_add_rule, SYS_landlock_restrict_self,
    /* by path it works on files that Landlock closes, before its third version */
    SYS_truncate,
    /* the machine itself */
    SYS_kexec_load, SYS_kexec_file_load, SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_reboot, SYS_syslog,
    SYS_sethostname, SYS_setdomainname, SYS_settimeofday, SYS_clock_settime, SYS_adjtimex, SYS_clock_adjtime,
#ifdef __x86_64__
    /* what later processors do not have any more */
    SYS_inotify_init, SYS_modify_ldt, SYS_uselib, SYS_iopl, SYS_ioperm,
#endif
};

/*
 * Landlock has no say in who may use a file, by any path: these seem to succeed and do nothing, since programs that
 * copy a file give up where they fail.
 */
static const int PRETENDED[] = {
#ifdef __x86_64__
    SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat,
#endif
    SYS_fchmod, SYS_fchmodat, SYS_fchown, SYS_fchownat, SYS_utimensat};

static const int ATTRIBUTES[] = {SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr,
                                 SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr};

/* Terminals that we were started from, and whom the kernel signals about a file. */
static const uint32_t TERMINAL[] = {TIOCSTI, TIOCLINUX, FIOSETOWN, SIOCSPGRP};
static const uint32_t OWNERS[] = {F_SETOWN, F_SETSIG, F_SETOWN_EX};

/* Seeing what others do with files, holding them up in it, and pipes larger than they are counted. */
static const uint32_t HINDERING[] = {F_NOTIFY, F_SETLEASE, F_SETPIPE_SZ};

/*
 * The kernel keeps a record of each part of a file that is locked, as many as one likes. In a jail there is nobody to keep
 * out, but programs give up where they cannot lock: these seem to succeed.
 */
static const uint32_t LOCKS[] = {F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW};

/* What C libraries and runtimes do for themselves. Others hide from the monitor, or have the kernel keep tables of any size. */
static const uint32_t HARMLESS[] = {
    PR_SET_PDEATHSIG, PR_GET_PDEATHSIG, PR_GET_DUMPABLE, PR_SET_NAME, PR_GET_NAME, PR_GET_SECCOMP, PR_CAPBSET_READ,
    PR_GET_TIMERSLACK, PR_SET_TIMERSLACK, PR_GET_NO_NEW_PRIVS, PR_SET_NO_NEW_PRIVS, PR_GET_THP_DISABLE,
    PR_SET_THP_DISABLE, PR_SET_VMA};

static void keep_to_itself(struct filter *filter, uint32_t self) {
  const uint32_t own[] = {self, 0};
  static const int OTHERS[] = {SYS_prlimit64, SYS_sched_setaffinity, SYS_sched_setscheduler, SYS_sched_setparam,
                               SYS_sched_setattr};
  for (size_t i = 0; i < COUNT(OTHERS); i++) allow_values(filter, OTHERS[i], 0, own, 2);
  allow_values(filter, SYS_kill, 0, own, 1);
  allow_values(filter, SYS_tgkill, 0, own, 1);
  forbid_values(filter, SYS_ioctl, 1, TERMINAL, COUNT(TERMINAL));
  answer_values(filter, SYS_fcntl, 1, OWNERS, COUNT(OWNERS), EPERM);
  allow_values(filter, SYS_prctl, 0, HARMLESS, COUNT(HARMLESS));
}

/* Another kind of socket could send to a service of the host although it is one of a pair. */
static void restrict_pairs(struct filter *filter, bool sharing) {
  uint32_t free = SOCK_CLOEXEC | SOCK_NONBLOCK | (sharing ? SOCK_STREAM ^ SOCK_SEQPACKET : 0);
  if (!sharing) forbid(filter, SYS_sendmsg, EPERM);
  expect_value(filter, SYS_socketpair, 0, AF_UNIX);
  allow_bits(filter, SYS_socketpair, 1, SOCK_STREAM, ~free);
}

static void restrict_files_held(struct filter *filter) {
  answer_values(filter, SYS_fcntl, 1, HINDERING, COUNT(HINDERING), EPERM);
  answer_values(filter, SYS_fcntl, 1, LOCKS, COUNT(LOCKS), 0);
}

/* Opened for reading, a file could be emptied all the same, before the third version of Landlock. */
static void restrict_opening(struct filter *filter) {
  forbid(filter, SYS_openat2, ENOSYS); /* its flags lie in memory */
#ifdef SYS_open
  forbid_bits(filter, SYS_open, 1, O_RDONLY | O_TRUNC, O_ACCMODE | O_TRUNC);
#endif
  forbid_bits(filter, SYS_openat, 2, O_RDONLY | O_TRUNC, O_ACCMODE | O_TRUNC);
}

void restrict_calls(bool may_fork, bool sharing) {
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
  restrict_pairs(&filter, sharing);
  restrict_files_held(&filter);
  /* Shared memory without a file: it can be kept without being seen in any process's account. */
  forbid_bits(&filter, SYS_mmap, 3, MAP_SHARED | MAP_ANONYMOUS, MAP_SHARED | MAP_ANONYMOUS);
  if (apply_filter(&filter) == -1) fail("seccomp");
}
