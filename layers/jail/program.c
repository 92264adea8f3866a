/* The last steps before the program: its limits, its files, its calls. */
#define _GNU_SOURCE
#include "../limit/process.h"
#include "jail.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

/* The kernel's limit counts all tasks of a user, also those that come while the program runs: it is the outer bound. */
enum { SLACK = 256 };

enum { MOST_TIMERS = 1024 };

/* An ordinary user cannot take it back, so it is only ever raised. */
static void give_way(int nice_value) {
  if (getpriority(PRIO_PROCESS, 0) < nice_value && setpriority(PRIO_PROCESS, 0, nice_value) == -1) errno = 0;
  /* Whoever hands it work is not stopped at that moment to let it begin. */
  static const struct sched_param NONE;
  if (sched_setscheduler(0, SCHED_BATCH, &NONE) == -1) errno = 0;
}

static void set_limits(const struct jail *jail, const struct plan *plan) {
  set_limit(RLIMIT_CORE, 0, 0);
  set_limit(RLIMIT_MEMLOCK, 0, 0);
  set_limit(RLIMIT_MSGQUEUE, 0, 0);
  set_limit(RLIMIT_SIGPENDING, MOST_TIMERS, MOST_TIMERS); /* a timer counts as a signal */
  if (jail->memory) set_limit(RLIMIT_DATA, jail->memory * MEGABYTE, jail->memory * MEGABYTE);
  if (jail->file_size) set_limit(RLIMIT_FSIZE, jail->file_size * MEGABYTE, jail->file_size * MEGABYTE);
  if (jail->open_files) set_limit(RLIMIT_NOFILE, jail->open_files, jail->open_files);
  unsigned long most_tasks = plan->user_tasks + jail->tasks + SLACK;
  if (jail->tasks) set_limit(RLIMIT_NPROC, most_tasks, most_tasks);
  if (jail->nice) give_way((int)jail->nice);
}

static _Noreturn void say(const struct plan *plan) {
  printf("%s%s%s\n", plan->landlock ? "landlock" : "", plan->landlock && plan->namespaces ? ", " : "",
         plan->namespaces ? "namespaces" : "");
  fflush(stdout);
  _exit(0);
}

/* Without any power root still owns the files of the machine, and the settings of its kernel. */
static void expect_ordinary_user(void) {
  errno = EPERM;
  if (getuid() == 0 || geteuid() == 0) fail("the program would run as root");
}

_Noreturn void start_program(const struct jail *jail, const struct plan *plan) {
  expect_ordinary_user();
  set_limits(jail, plan);
  restrict_files(jail, plan);
  restrict_calls(jail->processes > 1, jail->sharing);
  if (jail->check) say(plan);
  become(jail->command);
}
