/*
 * Starts a tool of an engine with limits on what it may use, on Lambda as on any machine: nothing here needs a call
 * that Lambda refuses. What the tool can reach is decided by what is around the engine, not here.
 *
 *   limit [--memory MB] [--cpu SECONDS] [--file-size MB] [--open-files N] [--no-fork] -- program [argument]...
 *
 * --memory    private writable memory (heap, stacks), which fits programs that reserve much and use little
 * --no-fork   the program can start threads but no process, where the kernel lets us say so
 * It becomes the program: process number, exit status and signals are the program's. Of open files only 0, 1 and 2
 * are inherited. Exit status 125: a limit could not be set; 127: no such program.
 */
#define _GNU_SOURCE
#include "filter.h"
#include "process.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

const char *const PROGRAM_NAME = "limit";

/* What the command line asks for; 0 where nothing is asked. */
struct limits {
  unsigned long memory, cpu, file_size, open_files;
  bool no_fork;
};

static void parse(struct limits *limits, int argc, char **argv) {
  static const struct option options[] = {
      {"memory", required_argument, NULL, 'm'},    {"cpu", required_argument, NULL, 'c'},
      {"file-size", required_argument, NULL, 'f'}, {"open-files", required_argument, NULL, 'o'},
      {"no-fork", no_argument, NULL, 'n'},         {NULL, 0, NULL, 0}};
  for (int option; (option = getopt_long(argc, argv, "+", options, NULL)) != -1;) {
    switch (option) {
      case 'm': limits->memory = number(optarg); break;
      case 'c': limits->cpu = number(optarg); break;
      case 'f': limits->file_size = number(optarg); break;
      case 'o': limits->open_files = number(optarg); break;
      case 'n': limits->no_fork = true; break;
      default: _exit(SETUP_FAILED);
    }
  }
}

static void set_limits(const struct limits *limits) {
  set_limit(RLIMIT_CORE, 0, 0);
  if (limits->memory) set_limit(RLIMIT_DATA, limits->memory * MEGABYTE, limits->memory * MEGABYTE);
  if (limits->cpu) set_limit(RLIMIT_CPU, limits->cpu, limits->cpu + 1);
  if (limits->file_size) set_limit(RLIMIT_FSIZE, limits->file_size * MEGABYTE, limits->file_size * MEGABYTE);
  if (limits->open_files) set_limit(RLIMIT_NOFILE, limits->open_files, limits->open_files);
}

/* A tool that was taken over shall leave no process behind. Where this is refused, as on Lambda, it goes on without. */
static void refuse_processes(void) {
  static struct filter filter;
  begin_filter(&filter);
  restrict_clone(&filter, false);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == -1 || apply_filter(&filter) == -1) errno = 0;
}

int main(int argc, char **argv) {
  struct limits limits = {0};
  parse(&limits, argc, argv);
  if (optind >= argc) {
    fprintf(stderr, "usage: limit [limits] [--no-fork] -- program [argument]...\n");
    return SETUP_FAILED;
  }
  umask(077);
  close_files_above(2);
  offer_to_the_killer();
  set_limits(&limits);
  if (limits.no_fork) refuse_processes();
  become(&argv[optind]);
}
