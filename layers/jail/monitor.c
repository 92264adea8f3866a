/*
 * Watches from outside what the program and all that comes of it use, and ends them: when the program ends, when we are
 * told to, or when they take too much.
 */
#define _GNU_SOURCE
#include "../limit/process.h"
#include "jail.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { LIMIT_PASSED = 124 };

enum { MILLISECOND = 1000 * 1000, INTERVAL = 100, DISK_INTERVAL = 400, RECHECK = 5, CHECKS = 3 };

/* Looking at the disk takes at most a part in so many of our time. */
enum { DISK_SHARE = 20 };

struct watch {
  const struct jail *jail;
  pid_t warden;
  int reports, folder;
  /* The folder's, without links. */
  char path[PATH_MAX];
  long next_disk;
  /* What pipes and sockets kept when we last looked, in kilobytes. */
  unsigned long buffers;
};

static long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000 + time.tv_nsec / MILLISECOND;
}

static void kill_one(pid_t process, void *context) {
  (void)context;
  kill(process, SIGKILL);
}

/* The group dies at once, and cannot grow meanwhile. Whoever should have left it comes to us as its parents die. */
static void end_all(pid_t warden) {
  kill(-warden, SIGKILL);
  kill(warden, SIGKILL);
  for (int pause = 0; waitpid(-1, NULL, WNOHANG) != -1; pause++) {
    each_descendant(getpid(), kill_one, NULL);
    usleep(pause < 20 ? 200 : 5000);
  }
}

/* Ends as the program did: with its exit status, or by the same signal. */
static _Noreturn void end_like(int status) {
  if (WIFEXITED(status)) _exit(WEXITSTATUS(status));
  int number_ = WTERMSIG(status);
  sigset_t none;
  set_limit(RLIMIT_CORE, 0, 0);
  signal(number_, SIG_DFL);
  sigemptyset(&none);
  raise(number_);
  sigprocmask(SIG_SETMASK, &none, NULL);
  _exit(128 + number_);
}

static _Noreturn void end_over(const struct watch *watch, const char *limit) {
  end_all(watch->warden);
  fprintf(stderr, "%s: limit: %s\n", PROGRAM_NAME, limit);
  _exit(LIMIT_PASSED);
}

static const char *limit_passed(const struct watch *watch) {
  struct usage usage = usage_below(watch->warden);
  const struct jail *jail = watch->jail;
  if (jail->memory && usage.memory + watch->buffers > jail->memory * 1024) return "memory";
  if (jail->tasks && usage.tasks > jail->tasks) return "tasks";
  if (usage.processes > jail->processes) return "processes";
  return NULL;
}

/* A program that is just starting another counts twice for a moment: only what lasts is believed. */
static void check_usage(const struct watch *watch) {
  const char *limit = NULL;
  for (int check = 0; check < CHECKS; check++) {
    if (check > 0) usleep(RECHECK * 1000);
    if ((limit = limit_passed(watch)) == NULL) return;
  }
  end_over(watch, limit);
}

static void check_disk(struct watch *watch) {
  if (watch->jail->disk == 0 || now() < watch->next_disk) return;
  long began = now();
  struct held held = held_below(watch->warden, watch->folder, watch->path);
  watch->buffers = (unsigned long)(held.buffers / 1024);
  unsigned long long used = bytes_in(watch->folder) + held.nameless;
  if (used > (unsigned long long)watch->jail->disk * MEGABYTE) end_over(watch, "disk");
  watch->next_disk = now() + DISK_INTERVAL + (now() - began) * DISK_SHARE;
}

static sigset_t awaited(void) {
  static const int AWAITED[] = {SIGCHLD, SIGTERM, SIGINT, SIGHUP};
  sigset_t signals;
  sigemptyset(&signals);
  for (size_t i = 0; i < sizeof AWAITED / sizeof *AWAITED; i++) sigaddset(&signals, AWAITED[i]);
  return signals;
}

static bool has_ended(pid_t warden) {
  siginfo_t info = {0};
  return waitid(P_PID, (id_t)warden, &info, WEXITED | WNOHANG | WNOWAIT) == -1 || info.si_pid == warden;
}

static _Noreturn void end_with_program(const struct watch *watch) {
  struct report report;
  bool told = read(watch->reports, &report, sizeof report) == sizeof report;
  end_all(watch->warden);
  end_like(told ? report.status : SIGKILL);
}

static _Noreturn void watch_over(struct watch *watch) {
  const struct timespec interval = {.tv_nsec = INTERVAL * MILLISECOND};
  sigset_t signals = awaited();
  for (;;) {
    int number_ = sigtimedwait(&signals, NULL, &interval);
    if (number_ > 0 && number_ != SIGCHLD) {
      end_all(watch->warden);
      end_like(number_);
    }
    if (has_ended(watch->warden)) end_with_program(watch);
    check_usage(watch);
    check_disk(watch);
  }
}

static void open_folder(struct watch *watch) {
  const char *path = watch->jail->write;
  if (path == NULL) return;
  watch->folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (watch->folder == -1 || realpath(path, watch->path) == NULL) fail(path);
}

_Noreturn void monitor(const struct jail *jail, struct plan plan) {
  struct watch watch = {.jail = jail};
  sigset_t signals = awaited();
  sigprocmask(SIG_BLOCK, &signals, NULL);
  open_folder(&watch);
  give_folders(jail, plan.own_user);
  watch.warden = launch(jail, plan, &watch.reports);
  close(STDIN_FILENO);
  close(STDOUT_FILENO);
  watch_over(&watch);
}
