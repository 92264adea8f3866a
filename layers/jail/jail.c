/*
 * Starts a program that cannot reach the network, gain privileges, see or signal other processes, write outside its
 * folders or use more than its share. Works without root and without user namespaces.
 *
 *   jail [--memory MB] [--address-space MB] [--cpu SECONDS] [--file-size MB] [--processes N] [--open-files N]
 *        [--nice N] [--read PATH]... [--write DIR]... [--keep-fd N]... -- program [argument]...
 *
 * --memory       private writable memory (heap, stacks), the measure that fits programs which reserve much and use little
 * --processes    1 (default): the program can start threads but no process; more: so many beyond what the user runs now
 * --read         may be read and executed from; --write may be read and written, not executed from
 * --keep-fd      an open file that the program inherits beside 0, 1 and 2
 * The environment is the caller's to clean. Exit status 125: the jail could not be set up; 127: no such program.
 */
#define _GNU_SOURCE
#include "jail.h"

#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

enum { JAIL_FAILED = 125, NOT_FOUND = 127 };

_Noreturn void fail(const char *what) {
  fprintf(stderr, "jail: %s: %s\n", what, strerror(errno));
  _exit(JAIL_FAILED);
}

static unsigned long number(const char *text) {
  char *end;
  errno = 0;
  unsigned long value = strtoul(text, &end, 10);
  if (errno == 0 && (*text < '0' || *text > '9' || *end != '\0')) errno = EINVAL;
  if (errno != 0) fail(text);
  return value;
}

static void add_path(const char **list, size_t *count, const char *path) {
  errno = E2BIG;
  if (*count == MOST_PATHS) fail(path);
  list[(*count)++] = path;
}

static void keep(struct jail *jail, const char *text) {
  errno = E2BIG;
  if (jail->kepts == MOST_KEPT) fail(text);
  jail->kept[jail->kepts++] = (int)number(text);
}

static void parse(struct jail *jail, int argc, char **argv) {
  static const struct option options[] = {
      {"memory", required_argument, NULL, 'm'},     {"address-space", required_argument, NULL, 'a'},
      {"cpu", required_argument, NULL, 'c'},        {"file-size", required_argument, NULL, 'f'},
      {"processes", required_argument, NULL, 'p'},  {"open-files", required_argument, NULL, 'o'},
      {"nice", required_argument, NULL, 'n'},       {"read", required_argument, NULL, 'r'},
      {"write", required_argument, NULL, 'w'},      {"keep-fd", required_argument, NULL, 'k'},
      {NULL, 0, NULL, 0}};
  for (int option; (option = getopt_long(argc, argv, "+", options, NULL)) != -1;) {
    switch (option) {
      case 'm': jail->memory = number(optarg); break;
      case 'a': jail->address_space = number(optarg); break;
      case 'c': jail->cpu = number(optarg); break;
      case 'f': jail->file_size = number(optarg); break;
      case 'p': jail->processes = number(optarg); break;
      case 'o': jail->open_files = number(optarg); break;
      case 'n': jail->nice = number(optarg); break;
      case 'r': add_path(jail->read, &jail->reads, optarg); break;
      case 'w': add_path(jail->write, &jail->writes, optarg); break;
      case 'k': keep(jail, optarg); break;
      default: _exit(JAIL_FAILED);
    }
  }
}

/* A group of its own, so that it is killed with all it starts; and it ends when its caller does. */
static void leave_group(pid_t parent) {
  if (setsid() == -1 && getpgrp() != getpid()) fail("setsid");
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) == -1) fail("parent death signal");
  if (getppid() != parent) _exit(JAIL_FAILED);
}

static void reset_signals(void) {
  for (int number_ = 1; number_ < NSIG; number_++) signal(number_, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

int main(int argc, char **argv) {
  pid_t parent = getppid();
  struct jail jail = {.processes = 1};
  parse(&jail, argc, argv);
  if (optind >= argc) {
    fprintf(stderr, "usage: jail [limits] [--read PATH] [--write DIR] [--keep-fd N] -- program [argument]...\n");
    return JAIL_FAILED;
  }
  umask(077);
  leave_group(parent);
  reset_signals();
  close_strays(&jail);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == -1) fail("no new privileges");
  set_limits(&jail);
  restrict_files(&jail);
  drop_privileges();
  restrict_calls(jail.processes > 1);
  execv(argv[optind], &argv[optind]);
  fprintf(stderr, "jail: %s: %s\n", argv[optind], strerror(errno));
  return NOT_FOUND;
}
