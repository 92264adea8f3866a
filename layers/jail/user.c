/* Who the program is: nobody with powers, and where we may choose, a user that nothing else runs as. */
#define _GNU_SOURCE
#include "../limit/process.h"
#include "jail.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/securebits.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Users from here on are the jails'; a jail's is the one with its process number, which no two have at a time. */
enum { FIRST_USER = 0x70000000 };

static bool has_powers(unsigned wanted) {
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct held[2] = {0};
  return syscall(SYS_capget, &header, held) == 0 && (held[0].effective & wanted) == wanted;
}

bool may_administer(void) {
  return has_powers(1U << CAP_SYS_ADMIN);
}

/* Only root changes its user: it would need what it may then no longer read. */
uid_t choose_user(void) {
  unsigned needed = 1U << CAP_SETUID | 1U << CAP_SETGID | 1U << CAP_CHOWN;
  return geteuid() == 0 && has_powers(needed) ? FIRST_USER + (uid_t)getpid() : 0;
}

static bool all_open(const struct jail *jail) {
  if (jail->command && access(jail->command[0], X_OK) == -1) return false;
  for (size_t i = 0; i < jail->reads; i++)
    if (access(jail->read[i], R_OK) == -1) return false;
  /* What lies in the folder is still ours; that it can be reached is what matters. */
  return jail->write == NULL || access(jail->write, F_OK) == 0;
}

/* The kernel answers access() for the real user, without root's powers. */
bool reaches_all(const struct jail *jail, uid_t user) {
  if (user == 0) return true;
  if (setresgid(user, (gid_t)-1, (gid_t)-1) == -1 || setresuid(user, (uid_t)-1, (uid_t)-1) == -1) return false;
  bool open = all_open(jail);
  if (setresuid(0, (uid_t)-1, (uid_t)-1) == -1 || setresgid(0, (gid_t)-1, (gid_t)-1) == -1) fail("user");
  return open;
}

static bool give(const char *folder, uid_t user) {
  if (folder == NULL) return true;
  int file = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  struct stat status;
  if (file == -1 || fstat(file, &status) == -1) fail(folder);
  errno = EPERM;
  if (status.st_uid != 0) fail(folder);
  int result = fchown(file, user, user);
  close(file);
  return result == 0;
}

/* The folder to write to goes with the user. False where that cannot be: then nothing has changed. */
bool switch_user(const struct jail *jail, uid_t user) {
  if (!give(jail->write, user)) return false;
  if (setgroups(0, NULL) == -1 || setresgid(user, user, user) == -1) fail("group");
  if (setresuid(user, user, user) == -1) fail("user");
  return true;
}

static unsigned long tasks_of(const char *process) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%.20s/task", process);
  struct stat status;
  if (stat(path, &status) == -1 || status.st_uid != getuid()) return 0;
  return status.st_nlink - 2;
}

unsigned long tasks_of_user(void) {
  DIR *all = opendir("/proc");
  if (all == NULL) return 0;
  unsigned long count = 0;
  for (struct dirent *entry; (entry = readdir(all)) != NULL;)
    if (entry->d_name[0] > '0' && entry->d_name[0] <= '9') count += tasks_of(entry->d_name);
  closedir(all);
  return count;
}

/* Root in a container is still root: it keeps its name and loses its powers. */
void drop_privileges(void) {
  for (unsigned long capability = 0; prctl(PR_CAPBSET_READ, capability) >= 0; capability++)
    prctl(PR_CAPBSET_DROP, capability);
  prctl(PR_SET_SECUREBITS, SECBIT_NOROOT | SECBIT_NOROOT_LOCKED);
  prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
  struct __user_cap_data_struct none[2] = {0};
  if (syscall(SYS_capset, &header, none) == -1) fail("capset");
}
