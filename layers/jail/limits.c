/* How much the program may use, and what it inherits. */
#define _GNU_SOURCE
#include "jail.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/securebits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static const unsigned long MB = 1024 * 1024;

static void limit(__rlimit_resource_t resource, unsigned long soft, unsigned long hard) {
  struct rlimit now;
  if (getrlimit(resource, &now) == -1) fail("getrlimit");
  struct rlimit wanted = {.rlim_cur = soft < now.rlim_max ? soft : now.rlim_max,
                          .rlim_max = hard < now.rlim_max ? hard : now.rlim_max};
  if (setrlimit(resource, &wanted) == -1) fail("setrlimit");
}

static unsigned long tasks_of(const char *process) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%.20s/task", process);
  struct stat status;
  if (stat(path, &status) == -1 || status.st_uid != getuid()) return 0;
  return status.st_nlink - 2;
}

/* The kernel's limit counts all tasks of the user, so what runs already comes on top. */
static unsigned long tasks_of_user(void) {
  DIR *all = opendir("/proc");
  if (all == NULL) return 0;
  unsigned long count = 0;
  for (struct dirent *entry; (entry = readdir(all)) != NULL;)
    if (entry->d_name[0] > '0' && entry->d_name[0] <= '9') count += tasks_of(entry->d_name);
  closedir(all);
  return count;
}

/* When memory runs out the kernel shall choose the conversion, not the service. */
static void offer_to_the_killer(void) {
  int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file == -1) return;
  if (write(file, "900", 3) == -1) errno = 0;
  close(file);
}

void set_limits(const struct jail *jail) {
  offer_to_the_killer();
  limit(RLIMIT_CORE, 0, 0);
  limit(RLIMIT_MEMLOCK, 0, 0);
  limit(RLIMIT_MSGQUEUE, 0, 0);
  if (jail->memory) limit(RLIMIT_DATA, jail->memory * MB, jail->memory * MB);
  if (jail->address_space) limit(RLIMIT_AS, jail->address_space * MB, jail->address_space * MB);
  if (jail->cpu) limit(RLIMIT_CPU, jail->cpu, jail->cpu + 1);
  if (jail->file_size) limit(RLIMIT_FSIZE, jail->file_size * MB, jail->file_size * MB);
  if (jail->open_files) limit(RLIMIT_NOFILE, jail->open_files, jail->open_files);
  if (jail->processes > 1) {
    unsigned long tasks = tasks_of_user() + jail->processes;
    limit(RLIMIT_NPROC, tasks, tasks);
  }
  if (jail->nice && setpriority(PRIO_PROCESS, 0, (int)jail->nice) == -1) fail("nice");
}

static bool is_kept(const struct jail *jail, int file) {
  for (size_t i = 0; i < jail->kepts; i++)
    if (jail->kept[i] == file) return true;
  return false;
}

static int highest_kept(const struct jail *jail) {
  int highest = 2;
  for (size_t i = 0; i < jail->kepts; i++)
    if (jail->kept[i] > highest) highest = jail->kept[i];
  return highest;
}

void close_strays(const struct jail *jail) {
  int last = highest_kept(jail);
  if (last > 65536) {
    errno = EBADF;
    fail("keep-fd");
  }
  for (int file = 3; file <= last; file++)
    if (!is_kept(jail, file)) close(file);
  if (close_range((unsigned)last + 1, ~0U, 0) == 0) return;
  long most = sysconf(_SC_OPEN_MAX);
  for (int file = last + 1; file < most; file++) close(file);
}

/* Root in a container is still root: it keeps its name and loses its powers. */
void drop_privileges(void) {
  if (geteuid() != 0) return;
  for (unsigned long capability = 0; prctl(PR_CAPBSET_READ, capability) >= 0; capability++)
    prctl(PR_CAPBSET_DROP, capability);
  prctl(PR_SET_SECUREBITS, SECBIT_NOROOT | SECBIT_NOROOT_LOCKED);
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[2] = {0};
  if (syscall(SYS_capset, &header, none) == -1) fail("capset");
}
