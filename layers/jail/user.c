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

/* Only root changes its user. Where it may not, nothing is started. */
uid_t choose_user(void) {
  if (geteuid() != 0) return 0;
  errno = EPERM;
  if (!has_powers(1U << CAP_SETUID | 1U << CAP_SETGID | 1U << CAP_CHOWN))
    fail("started by root, which may not become another user here (CAP_SETUID, CAP_SETGID, CAP_CHOWN)");
  return FIRST_USER + (uid_t)getpid();
}

/* A folder that is root's, by its number: it cannot be taken for another. */
static int open_folder_of_root(const char *path) {
  int file = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  struct stat status;
  if (file == -1 || fstat(file, &status) == -1) fail(path);
  errno = EPERM;
  if (status.st_uid != 0) fail(path);
  return file;
}

static void give(const char *path, uid_t user, gid_t group) {
  if (path == NULL) return;
  int file = open_folder_of_root(path);
  if (fchown(file, user, group) == -1) fail(path);
  close(file);
}

static void expect_access(const char *path, int mode) {
  if (access(path, mode) == 0 || errno == ENOENT) return; /* a program that is not there is told as such */
  fprintf(stderr, "%s: %s: the program does not run as root, and its own user has no access\n", PROGRAM_NAME, path);
  _exit(SETUP_FAILED);
}

static void expect_all(const struct jail *jail) {
  for (size_t i = 0; i < jail->reads; i++) expect_access(jail->read[i], R_OK);
  if (jail->write) expect_access(jail->write, R_OK | W_OK | X_OK);
  if (jail->command) expect_access(jail->command[0], X_OK);
}

/* That with the source is given to its group alone: it is not the program's to change. */
void give_folders(const struct jail *jail, uid_t user) {
  if (user == 0) return;
  give(jail->write, user, user);
  give(jail->source, (uid_t)-1, user);
}

void switch_user(const struct jail *jail, uid_t user) {
  if (setgroups(0, NULL) == -1 || setresgid(user, user, user) == -1) fail("group");
  if (setresuid(user, user, user) == -1) fail("user");
  expect_all(jail);
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
