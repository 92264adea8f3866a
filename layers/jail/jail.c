/*
 * Starts an engine host, on one machine: a program that cannot reach the network, gain privileges, see or signal other
 * processes, see files but its own, or use more than its share, and of which nothing is left when it has ended. Works
 * as root and as any other user; the program never runs as root.
 *
 *   jail --write DIR [--source DIR] [--read PATH]... [--memory MB] [--tasks N] [--processes N] [--disk MB] [--file-size MB]
 *        [--open-files N] [--nice N] [--sharing] -- program [argument]...
 *   jail --check        says how files would be confined here; status 125 where they cannot be
 *
 * --write      the one folder it may read and write, not execute from; started as root, the program gets a user of its
 *              own, to whom the folder is given
 * --source     a folder that may be read as with --read, which the caller writes to; closed to all other users where
 *              root has made it with mode 0750: it is given to the group of the program's user
 * --read       may be read and executed from; has to hold the program, too. Not /
 * --memory     private and shared memory of all its processes together; also what each may have of private memory
 * --tasks      threads of all its processes together
 * --processes  1 (default): it can start threads but no process
 * --sharing    its processes may hand each other open files and memory, by the sockets of a pair
 * --disk       what lies in the folder, and what its processes hold open without a name
 * Paths are absolute. Of open files only 0, 1 and 2 are inherited; the environment is the caller's to clean.
 *
 * Three processes: the monitor, whom the caller sees, watches what the others use; the warden starts the program; the
 * program. SIGTERM, or the end of the thread that started it, ends all. Exit status: the program's, or the signal that
 * ended it; 124: a limit was passed, and "jail: limit: memory", "tasks", "processes" or "disk" is on standard error;
 * 125: the jail could not be set up; 127: no such program.
 *
 * Files are confined by Landlock and by a root of its own in namespaces, or by the one that this machine has: containers
 * often refuse namespaces, older kernels have no Landlock. Without either nothing is started.
 */
#define _GNU_SOURCE
#include "jail.h"
#include "../limit/process.h"

#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

const char *const PROGRAM_NAME = "jail";

static const char *existing(const char *path) {
  errno = EINVAL;
  if (*path != '/' || access(path, F_OK) == -1) fail(path);
  return path;
}

static void add_read(struct jail *jail, const char *path) {
  errno = E2BIG;
  if (jail->reads == MOST_PATHS) fail(path);
  jail->read[jail->reads++] = existing(path);
}

static void parse(struct jail *jail, int argc, char **argv) {
  static const struct option options[] = {
      {"memory", required_argument, NULL, 'm'},     {"tasks", required_argument, NULL, 't'},
      {"processes", required_argument, NULL, 'p'},  {"disk", required_argument, NULL, 'd'},
      {"file-size", required_argument, NULL, 'f'},  {"open-files", required_argument, NULL, 'o'},
      {"nice", required_argument, NULL, 'n'},       {"read", required_argument, NULL, 'r'},
      {"write", required_argument, NULL, 'w'},      {"source", required_argument, NULL, 's'},
      {"sharing", no_argument, NULL, 'h'},          {"check", no_argument, NULL, 'c'},
      {NULL, 0, NULL, 0}};
  for (int option; (option = getopt_long(argc, argv, "+", options, NULL)) != -1;) {
    switch (option) {
      case 'm': jail->memory = number(optarg); break;
      case 't': jail->tasks = number(optarg); break;
      case 'p': jail->processes = number(optarg); break;
      case 'd': jail->disk = number(optarg); break;
      case 'f': jail->file_size = number(optarg); break;
      case 'o': jail->open_files = number(optarg); break;
      case 'n': jail->nice = number(optarg); break;
      case 'r': add_read(jail, optarg); break;
      case 'w': jail->write = existing(optarg); break;
      case 's': add_read(jail, jail->source = optarg); break;
      case 'h': jail->sharing = true; break;
      case 'c': jail->check = true; break;
      default: _exit(SETUP_FAILED);
    }
  }
  if (optind < argc) jail->command = &argv[optind];
}

/* A session of its own, and those who lose their parent come to us. */
static void stand_alone(pid_t parent) {
  if (setsid() == -1 && getpgrp() != getpid()) fail("setsid");
  if (prctl(PR_SET_CHILD_SUBREAPER, 1) == -1) fail("orphans");
  if (prctl(PR_SET_PDEATHSIG, SIGTERM) == -1) fail("parent death signal");
  if (getppid() != parent) _exit(SETUP_FAILED);
}

/*
 * Root in a container often may become another user but not administer: in namespaces of users it could only stay root,
 * and a user of its own is worth more to the program, as long as there is Landlock.
 */
static struct plan make_plan(void) {
  uid_t user = choose_user();
  bool landlock = landlock_version() > 0;
  return (struct plan){.landlock = landlock,
                       .namespaces = !landlock || user == 0 || may_administer(),
                       .own_user = user,
                       .user_tasks = user ? 0 : tasks_of_user()};
}

int main(int argc, char **argv) {
  offer_to_the_killer(); /* in the jail /proc is read-only */
  prctl(PR_SET_DUMPABLE, 0);
  pid_t parent = getppid();
  struct jail jail = {.processes = 1};
  parse(&jail, argc, argv);
  if (!jail.check && (jail.command == NULL || jail.write == NULL)) {
    fprintf(stderr, "usage: jail --write DIR [--read PATH]... [limits] -- program [argument]..., or jail --check\n");
    return SETUP_FAILED;
  }
  if (getcwd(jail.folder, sizeof jail.folder) == NULL) jail.folder[0] = '\0';
  umask(077);
  reset_signals();
  stand_alone(parent);
  close_files_above(2);
  monitor(&jail, make_plan());
}
