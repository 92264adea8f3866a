/*
 * Runs a program the way AWS Lambda runs it:
 *   launcher ROOT SCRATCH [SOURCE TARGET]... -- LISTENER [ARGUMENT]... -- [NAME=VALUE]... -- PROGRAM [ARGUMENT]...
 *
 * The program sees the folder ROOT as its file system, read-only, with the sources at their targets in it, and /tmp of
 * SCRATCH MiB; it has a network of its own in which there is nothing but loopback, and neither capabilities nor other
 * processes. LISTENER runs first, in that network, but with the file system of the machine and our file descriptors: it
 * opens the ports on which the program finds somebody. Whoever kills the launcher kills everything in the sandbox; with
 * SIGUSR1 everything in it stands still, with SIGUSR2 it goes on, as Lambda does with an environment between two calls.
 * SIGTERM is passed on to the program.
 */
#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox.h"

/* The user as whom Lambda runs functions. */
#define USER 993
#define GROUP 990
#define MOST_VIEWS 32
#define MOST_FILES 1024
#define MOST_PROCESSES 1024
/* What a shell answers for a program that was ended by a signal. */
#define SIGNALLED 128

void fail(const char *what) {
  fprintf(stderr, "sandbox: ");
  perror(what);
  exit(125);
}

static void write_file(const char *path, const char *text) {
  const int file = open(path, O_WRONLY | O_CLOEXEC);
  const ssize_t length = (ssize_t)strlen(text);
  if (file < 0 || write(file, text, (size_t)length) != length || close(file)) fail(path);
}

/* Namespaces of its own, in which who builds this project is Lambda's user: so it can read what it has built. */
static void leave_machine(void) {
  char users[64], groups[64];
  snprintf(users, sizeof users, "%d %u 1", USER, geteuid());
  snprintf(groups, sizeof groups, "%d %u 1", GROUP, getegid());
  if (unshare(CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS))
    fail("namespaces");
  write_file("/proc/self/setgroups", "deny");
  write_file("/proc/self/uid_map", users);
  write_file("/proc/self/gid_map", groups);
  if (sethostname("169", 3)) fail("host name");
}

static void raise_loopback(void) {
  struct ifreq loopback = {.ifr_flags = IFF_UP};
  strcpy(loopback.ifr_name, "lo");
  const int control = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (control < 0 || ioctl(control, SIOCSIFFLAGS, &loopback) || close(control)) fail("loopback");
}

/* The process to which the launcher passes on that everything is to stand still, or to go on. */
static pid_t passed_to;

static void pass_on(int number) {
  kill(passed_to, number);
}

/* The program of the sandbox. */
static pid_t program;

/* Signals every process of the sandbox but the first, which is this one; or has the program end. */
static void signal_all(int number) {
  if (number == SIGTERM) kill(program, SIGTERM);
  else kill(-1, number == SIGUSR1 ? SIGSTOP : SIGCONT);
}

/* One signal after the other: to stand still and then to go on is not to go on and then to stand still. */
static void listen_for(void (*handler)(int)) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
  sigaddset(&action.sa_mask, SIGUSR1);
  sigaddset(&action.sa_mask, SIGUSR2);
  const int numbers[] = {SIGUSR1, SIGUSR2, SIGTERM};
  for (int i = 0; i < 3; i++) {
    if (sigaction(numbers[i], &action, NULL)) fail("signals");
  }
}

/* Waits for a child, and for whatever else this process is the parent of: the first process inherits all orphans. */
static int wait_for(pid_t child) {
  int status;
  for (;;) {
    const pid_t ended = wait(&status);
    if (ended < 0) fail("wait");
    if (ended == child) return WIFEXITED(status) ? WEXITSTATUS(status) : SIGNALLED + WTERMSIG(status);
  }
}

/* Runs what opens the ports, and waits until it has. */
static void run_listener(char **command) {
  const pid_t child = vfork();
  if (child < 0) fail("vfork");
  if (child == 0) {
    execv(command[0], command);
    _exit(126);
  }
  if (wait_for(child)) fail("the listener");
}

static void limit(__rlimit_resource_t resource, rlim_t most) {
  const struct rlimit limits = {most, most};
  if (setrlimit(resource, &limits)) fail("limits");
}

static void run_program(char **environment, char **command) {
  limit(RLIMIT_NOFILE, MOST_FILES);
  limit(RLIMIT_NPROC, MOST_PROCESSES);
  limit(RLIMIT_CORE, 0);
  if (close_range(3, ~0U, 0)) fail("close_range");
  install_filter();
  execve(command[0], command, environment);
  fail(command[0]);
}

/* The part of the arguments that ends with `--`, which is replaced by NULL; the next one begins after it. */
static char **part(char ***arguments) {
  char **begin = *arguments, **at = begin;
  while (*at && strcmp(*at, "--") != 0) at++;
  if (!*at) {
    fprintf(stderr, "sandbox: a part of the arguments is missing\n");
    exit(125);
  }
  *at = NULL;
  *arguments = at + 1;
  return begin;
}

int main(int count, char **arguments) {
  if (count < 7) return 125;
  const char *root = arguments[1], *scratch = arguments[2];
  arguments += 3;
  char **pairs = part(&arguments), **listener = part(&arguments), **environment = part(&arguments);
  struct view views[MOST_VIEWS];
  int seen = 0;
  for (; pairs[0] && pairs[1] && seen < MOST_VIEWS; pairs += 2) views[seen++] = (struct view){pairs[0], pairs[1]};

  leave_machine();
  raise_loopback();
  const pid_t first = fork();
  if (first < 0) fail("fork");
  if (first > 0) {
    passed_to = first;
    listen_for(pass_on);
    close_range(3, ~0U, 0);
    return wait_for(first);
  }

  if (prctl(PR_SET_PDEATHSIG, SIGKILL)) fail("PDEATHSIG");
  if (*listener) run_listener(listener);
  enter_root(root, scratch, views, seen);
  program = fork();
  if (program < 0) fail("fork");
  if (program == 0) run_program(environment, arguments);
  close_range(3, ~0U, 0);
  listen_for(signal_all);
  return wait_for(program);
}
