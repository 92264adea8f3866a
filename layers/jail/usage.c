/* What the processes of a jail use together. */
#define _GNU_SOURCE
#include "jail.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned long field(const char *status, const char *name) {
  const char *at = strstr(status, name);
  return at ? strtoul(at + strlen(name), NULL, 10) : 0;
}

/* Private and shared memory, also where it was swapped out, and the tables of its pages; not what is mapped from files. */
static void add(pid_t process, void *context) {
  struct usage *usage = context;
  char path[64], status[8192];
  snprintf(path, sizeof path, "/proc/%d/status", process);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file == -1) return;
  ssize_t length = read(file, status, sizeof status - 1);
  close(file);
  if (length <= 0) return;
  status[length] = '\0';
  usage->memory += field(status, "\nRssAnon:") + field(status, "\nRssShmem:") + field(status, "\nVmSwap:") +
                   field(status, "\nVmPTE:");
  usage->tasks += field(status, "\nThreads:");
  usage->processes++;
}

struct usage usage_below(pid_t process) {
  struct usage usage = {0};
  each_descendant(process, add, &usage);
  return usage;
}
