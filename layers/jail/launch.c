/* Starts the warden, in namespaces if there are any, and becomes the user that the program is. */
#define _GNU_SOURCE
#include "../limit/process.h"
#include "jail.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NO_NAMESPACES = 126 };

static _Noreturn void be_warden(const struct jail *jail, const struct plan *plan, int reports, uid_t user, gid_t group) {
  if (plan->namespaces && !enter_own_root(jail, plan, user, group)) _exit(NO_NAMESPACES);
  warden(jail, plan, reports);
}

/* With namespaces, straight into them, as the first process. */
static pid_t start_warden(const struct jail *jail, const struct plan *plan, int *reports) {
  int ends[2];
  uid_t user = geteuid();
  gid_t group = getegid();
  if (pipe2(ends, O_CLOEXEC) == -1) fail("pipe");
  int namespaces = plan->namespaces ? namespaces_to_enter() : 0;
  pid_t child = (pid_t)syscall(SYS_clone, SIGCHLD | namespaces, 0, 0, 0, 0);
  if (child == 0) {
    close(ends[0]);
    be_warden(jail, plan, ends[1], user, group);
  }
  close(ends[1]);
  *reports = ends[0];
  return child;
}

/* Whether the warden has set all up; if not, whether that was for want of namespaces. */
static bool is_set_up(pid_t warden, int reports, struct report *report, bool *no_namespaces) {
  if (warden != -1 && read(reports, report, sizeof *report) == sizeof *report) return true;
  int status = 0;
  if (warden != -1) waitpid(warden, &status, 0);
  *no_namespaces = warden == -1 || (WIFEXITED(status) && WEXITSTATUS(status) == NO_NAMESPACES);
  close(reports);
  return false;
}

/* The user of the program is enough to watch and end it. */
static void join_user(uid_t user, pid_t parent) {
  if (user != geteuid() && (setresgid(user, user, user) == -1 || setresuid(user, user, user) == -1)) fail("user");
  drop_privileges();
  prctl(PR_SET_DUMPABLE, 0);
  if (prctl(PR_SET_PDEATHSIG, SIGTERM) == -1) fail("parent death signal");
  if (getppid() != parent) raise(SIGTERM);
}

static _Noreturn void give_up(void) {
  fprintf(stderr, "%s: no way to confine files: neither Landlock nor user namespaces\n", PROGRAM_NAME);
  _exit(SETUP_FAILED);
}

pid_t launch(const struct jail *jail, struct plan plan, int *reports) {
  struct report report;
  pid_t parent = getppid();
  for (bool no_namespaces = false;;) {
    pid_t child = start_warden(jail, &plan, reports);
    if (is_set_up(child, *reports, &report, &no_namespaces)) {
      join_user(report.user, parent);
      return child;
    }
    if (!no_namespaces) _exit(SETUP_FAILED);
    if (!plan.landlock || !plan.namespaces) give_up();
    plan.namespaces = false;
  }
}
