/* Writes filters of system calls, for seccomp. */
#define _GNU_SOURCE
#include "filter.h"
#include "process.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define OWN_CALLS AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OWN_CALLS AUDIT_ARCH_AARCH64
#endif

/* Numbers from here on are calls of another kind of program on x86-64, and none elsewhere. */
enum { X32_CALL = 0x40000000 };

#define REFUSE (SECCOMP_RET_ERRNO | EPERM)
#define FOREIGN                                                                                                        \
  (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET |         \
   CLONE_PARENT)

static void step(struct filter *filter, struct sock_filter next) {
  errno = E2BIG;
  if (filter->length == MOST_STEPS) fail("seccomp");
  filter->steps[filter->length++] = next;
}

static void load(struct filter *filter, size_t offset) {
  step(filter, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset));
}

/* Arguments that matter here are 32 bits wide to the kernel, whatever is in the upper half. */
static void load_argument(struct filter *filter, size_t index) {
  load(filter, offsetof(struct seccomp_data, args) + index * sizeof(uint64_t));
}

static void answer(struct filter *filter, uint32_t action) {
  step(filter, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action));
}

/* Goes on with the next `steps` only if the value loaded compares so. */
static void only_if(struct filter *filter, unsigned comparison, uint32_t value, size_t steps) {
  step(filter, (struct sock_filter)BPF_JUMP((uint16_t)(BPF_JMP | comparison | BPF_K), value, 0, (uint8_t)steps));
}

static void unless(struct filter *filter, unsigned comparison, uint32_t value, size_t steps) {
  step(filter, (struct sock_filter)BPF_JUMP((uint16_t)(BPF_JMP | comparison | BPF_K), value, (uint8_t)steps, 0));
}

void begin_filter(struct filter *filter) {
  load(filter, offsetof(struct seccomp_data, arch));
  unless(filter, BPF_JEQ, OWN_CALLS, 1);
  answer(filter, SECCOMP_RET_KILL_PROCESS);
  load(filter, offsetof(struct seccomp_data, nr));
  only_if(filter, BPF_JGE, X32_CALL, 1);
  answer(filter, SECCOMP_RET_KILL_PROCESS);
}

void end_calls_at(struct filter *filter, uint32_t number) {
  only_if(filter, BPF_JGE, number, 1);
  answer(filter, SECCOMP_RET_ERRNO | ENOSYS);
}

void forbid(struct filter *filter, int call, uint32_t error) {
  only_if(filter, BPF_JEQ, (uint32_t)call, 1);
  answer(filter, SECCOMP_RET_ERRNO | error);
}

void answer_values(struct filter *filter, int call, size_t argument, const uint32_t *values, size_t count, uint32_t error) {
  only_if(filter, BPF_JEQ, (uint32_t)call, count + 4);
  load_argument(filter, argument);
  for (size_t i = 0; i < count; i++) unless(filter, BPF_JEQ, values[i], count - i);
  step(filter, (struct sock_filter)BPF_STMT(BPF_JMP | BPF_JA, 1));
  answer(filter, SECCOMP_RET_ERRNO | error);
  load(filter, offsetof(struct seccomp_data, nr));
}

void expect_value(struct filter *filter, int call, size_t argument, uint32_t value) {
  only_if(filter, BPF_JEQ, (uint32_t)call, 4);
  load_argument(filter, argument);
  unless(filter, BPF_JEQ, value, 1);
  answer(filter, REFUSE);
  load(filter, offsetof(struct seccomp_data, nr));
}

static void decide_by_values(struct filter *filter, int call, size_t argument, const uint32_t *values, size_t count,
                             uint32_t matched, uint32_t other) {
  only_if(filter, BPF_JEQ, (uint32_t)call, count + 3);
  load_argument(filter, argument);
  for (size_t i = 0; i < count; i++) unless(filter, BPF_JEQ, values[i], count - i);
  answer(filter, other);
  answer(filter, matched);
}

void forbid_values(struct filter *filter, int call, size_t argument, const uint32_t *values, size_t count) {
  decide_by_values(filter, call, argument, values, count, REFUSE, SECCOMP_RET_ALLOW);
}

void allow_values(struct filter *filter, int call, size_t argument, const uint32_t *values, size_t count) {
  decide_by_values(filter, call, argument, values, count, SECCOMP_RET_ALLOW, REFUSE);
}

static void decide_by_bits(struct filter *filter, int call, size_t argument, uint32_t bits, uint32_t among,
                           uint32_t matched, uint32_t other) {
  only_if(filter, BPF_JEQ, (uint32_t)call, 5);
  load_argument(filter, argument);
  step(filter, (struct sock_filter)BPF_STMT(BPF_ALU | BPF_AND | BPF_K, among));
  only_if(filter, BPF_JEQ, bits, 1);
  answer(filter, matched);
  answer(filter, other);
}

void forbid_bits(struct filter *filter, int call, size_t argument, uint32_t bits, uint32_t among) {
  decide_by_bits(filter, call, argument, bits, among, REFUSE, SECCOMP_RET_ALLOW);
}

void allow_bits(struct filter *filter, int call, size_t argument, uint32_t bits, uint32_t among) {
  decide_by_bits(filter, call, argument, bits, among, SECCOMP_RET_ALLOW, REFUSE);
}

void restrict_clone(struct filter *filter, bool may_fork) {
  forbid(filter, SYS_clone3, ENOSYS); /* its flags lie in memory; C libraries then use clone */
#ifdef SYS_fork /* newer processors have clone alone */
  if (!may_fork) forbid(filter, SYS_fork, EPERM);
  if (!may_fork) forbid(filter, SYS_vfork, EPERM);
#endif
  if (may_fork) allow_bits(filter, SYS_clone, 0, 0, FOREIGN);
  else allow_bits(filter, SYS_clone, 0, CLONE_THREAD, FOREIGN | CLONE_THREAD);
}

int apply_filter(struct filter *filter) {
  answer(filter, SECCOMP_RET_ALLOW);
  struct sock_fprog program = {.len = filter->length, .filter = filter->steps};
  /* SPEC_ALLOW: a single-purpose process has no secrets of another to leak, and the mitigation would slow it down. */
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_SPEC_ALLOW, &program);
}
