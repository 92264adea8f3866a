/* Finds all processes that have come of one: the kernel lists the children of each task. */
#define _GNU_SOURCE
#include "jail.h"

#include <ctype.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* Nobody may make us go through more. */
enum { MOST_DEPTH = 1000 };

static void each_descendant_at(pid_t process, visitor *visit, void *context, int depth);

static void each_child_of_task(pid_t process, const char *task, visitor *visit, void *context, int depth) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task/%.20s/children", process, task);
  FILE *children = fopen(path, "re");
  if (children == NULL) return;
  for (int child; fscanf(children, "%d", &child) == 1;) {
    each_descendant_at(child, visit, context, depth + 1);
    visit(child, context);
  }
  fclose(children);
}

static void each_descendant_at(pid_t process, visitor *visit, void *context, int depth) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/task", process);
  DIR *tasks = depth > MOST_DEPTH ? NULL : opendir(path);
  if (tasks == NULL) return;
  for (struct dirent *task; (task = readdir(tasks)) != NULL;)
    if (isdigit((unsigned char)*task->d_name)) each_child_of_task(process, task->d_name, visit, context, depth);
  closedir(tasks);
}

void each_descendant(pid_t process, visitor *visit, void *context) {
  each_descendant_at(process, visit, context, 0);
}
