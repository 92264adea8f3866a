/*
 * Starts a program on a kernel that refuses some system calls, as far as the program can tell.
 *   refuse ERROR CALL,CALL,... program [argument]...        errors and calls by their numbers
 */
#define _GNU_SOURCE
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct sock_filter steps[256];
static unsigned short length;

static void step(struct sock_filter next) {
  steps[length++] = next;
}

int main(int argc, char **argv) {
  if (argc < 4) return 1;
  unsigned error = (unsigned)atoi(argv[1]);
  step((struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)));
  for (char *call = strtok(argv[2], ","); call && length < 250; call = strtok(NULL, ",")) {
    step((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)atoi(call), 0, 1));
    step((struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error));
  }
  step((struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  struct sock_fprog filter = {.len = length, .filter = steps};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &filter) == 0)
    execv(argv[3], &argv[3]);
  perror(argv[3]);
  return 1;
}
