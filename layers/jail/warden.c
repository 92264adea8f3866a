/*
 * The process between the monitor and the program. If either of us is killed the other ends what was started: whoever
 * wants to live on would have to outlive both. In a namespace of processes it is the first, whose end ends all.
 */
#define _GNU_SOURCE
#include "../limit/process.h"
#include "jail.h"

#include <errno.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

static bool tell(int reports, uid_t user, int status) {
  struct report report = {.user = user, .status = status};
  return write(reports, &report, sizeof report) == sizeof report;
}

static _Noreturn void end_all(void) {
  kill(0, SIGKILL); /* its group: nobody in it can have left */
  _exit(SETUP_FAILED);
}

static void give_up_powers(const struct jail *jail, uid_t user) {
  if (user != 0) switch_user(jail, user);
  drop_privileges();
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == -1) fail("no new privileges");
}

/* The death of the monitor, and of children, is waited for. */
static sigset_t awaited(void) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGCHLD);
  return signals;
}

static pid_t fork_program(const struct jail *jail, const struct plan *plan) {
  pid_t self = getpid(), program = fork();
  if (program == -1) fail("fork");
  if (program != 0) return program;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != self) _exit(SETUP_FAILED);
  reset_signals();
  start_program(jail, plan);
}

/* Waits for the program, and for all that loses its parent. */
static int wait_for(pid_t program) {
  sigset_t signals = awaited();
  for (;;) {
    int status;
    for (pid_t ended; (ended = waitpid(-1, &status, WNOHANG)) > 0;)
      if (ended == program) return status;
    if (sigwaitinfo(&signals, NULL) == SIGTERM) end_all();
  }
}

_Noreturn void warden(const struct jail *jail, const struct plan *plan, int reports) {
  if (setpgid(0, 0) == -1) fail("process group");
  if (prctl(PR_SET_CHILD_SUBREAPER, 1) == -1) fail("orphans");
  give_up_powers(jail, plan->own_user);
  prctl(PR_SET_DUMPABLE, 0);
  if (prctl(PR_SET_PDEATHSIG, SIGTERM) == -1) fail("parent death signal");
  if (!tell(reports, geteuid(), 0)) end_all(); /* the monitor has died before it could be noticed */
  pid_t program = fork_program(jail, plan);
  close_files_above(reports);
  for (int file = 0; file < reports; file++) close(file);
  tell(reports, 0, wait_for(program));
  _exit(0);
}
