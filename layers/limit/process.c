/* What every process of ours does before it becomes another. */
#define _GNU_SOURCE
#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

_Noreturn void fail(const char *what) {
  fprintf(stderr, "%s: %s: %s\n", PROGRAM_NAME, what, strerror(errno));
  _exit(SETUP_FAILED);
}

unsigned long number(const char *text) {
  char *end;
  errno = 0;
  unsigned long value = strtoul(text, &end, 10);
  if (errno == 0 && (*text < '0' || *text > '9' || *end != '\0')) errno = EINVAL;
  if (errno != 0) fail(text);
  return value;
}

_Noreturn void become(char **command) {
  execv(command[0], command);
  fprintf(stderr, "%s: %s: %s\n", PROGRAM_NAME, command[0], strerror(errno));
  _exit(NOT_FOUND);
}

void close_files_above(int last) {
  if (close_range((unsigned)last + 1, ~0U, 0) == 0) return;
  long most = sysconf(_SC_OPEN_MAX);
  for (int file = last + 1; file < most; file++) close(file);
}

void reset_signals(void) {
  for (int signal_number = 1; signal_number < NSIG; signal_number++) signal(signal_number, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

void set_limit(__rlimit_resource_t resource, unsigned long soft, unsigned long hard) {
  struct rlimit now;
  if (getrlimit(resource, &now) == -1) fail("getrlimit");
  struct rlimit wanted = {.rlim_cur = soft < now.rlim_max ? soft : now.rlim_max,
                          .rlim_max = hard < now.rlim_max ? hard : now.rlim_max};
  if (setrlimit(resource, &wanted) == -1) fail("setrlimit");
}

void offer_to_the_killer(void) {
  int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file == -1) return;
  if (write(file, "900", 3) == -1) errno = 0;
  close(file);
}
