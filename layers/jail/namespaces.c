/*
 * A root of its own for the program: the folders that it may see, under the names that they have outside, and nothing
 * else. With it come processes, shared memory and network of its own. Any user may do this where the kernel lets users
 * have namespaces.
 */
#define _GNU_SOURCE
#include "../limit/process.h"
#include "jail.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Where the machine's root lies while ours is being made. */
#define OUTSIDE "/.outside"
/* Any folder will do that is there for sure: the new root is mounted on it until it becomes the root. */
#define PLACE "/proc"

enum { MOST_LINKS = 40 };

static const unsigned long CLOSED = MS_NOSUID | MS_NODEV;

int namespaces_to_enter(void) {
  return CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC | CLONE_NEWNET | (may_administer() ? 0 : CLONE_NEWUSER);
}

static bool write_file(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file == -1) return false;
  bool written = write(file, text, strlen(text)) == (ssize_t)strlen(text);
  close(file);
  return written;
}

static bool write_map(const char *path, unsigned id) {
  char line[64];
  snprintf(line, sizeof line, "%u %u 1\n", id, id);
  return write_file(path, line);
}

/* In a namespace of users the user stays who it is; /proc/self of an undumpable process could not be written. */
static bool keep_user(uid_t user, gid_t group) {
  if (geteuid() == user) return true;
  prctl(PR_SET_DUMPABLE, 1);
  bool kept = write_file("/proc/self/setgroups", "deny") && write_map("/proc/self/uid_map", user) &&
              write_map("/proc/self/gid_map", group);
  prctl(PR_SET_DUMPABLE, 0);
  return kept;
}

/* An empty root; the machine's lies in a folder of it. */
static bool make_root(void) {
  return mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
         mount("tmpfs", PLACE, "tmpfs", CLOSED, "size=1m,mode=755") == 0 && mkdir(PLACE OUTSIDE, 0700) == 0 &&
         syscall(SYS_pivot_root, PLACE, PLACE OUTSIDE) == 0 && chdir("/") == 0;
}

static bool make_entry(const char *path, const struct stat *like) {
  if (S_ISDIR(like->st_mode)) return mkdir(path, 0755) == 0 || errno == EEXIST;
  int file = open(path, O_RDONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0444);
  if (file == -1) return errno == EEXIST;
  close(file);
  return true;
}

static bool join(char *path, const char *folder, const char *name) {
  errno = ENAMETOOLONG;
  return snprintf(path, PATH_MAX, "%s/%s", folder, name) < PATH_MAX;
}

/* Makes the link too, and goes on where it leads: puts that before what is left of the path. */
static bool follow(const char *link, const char *outside, char *at, char *left) {
  char target[PATH_MAX], rest[PATH_MAX];
  ssize_t length = readlink(outside, target, sizeof target - 1);
  if (length == -1) return false;
  target[length] = '\0';
  if (symlink(target, link) == -1 && errno != EEXIST) return false;
  if (*target == '/') *at = '\0';
  strcpy(rest, left);
  return join(left, target, rest);
}

static void remove_last(char *path) {
  char *slash = strrchr(path, '/');
  if (slash) *slash = '\0';
}

/* Makes one more part of a path, as it is outside, and moves `at` there. */
static bool make_part(const char *part, char *at, char *left) {
  char inside[PATH_MAX], outside[PATH_MAX + sizeof OUTSIDE];
  struct stat status;
  if (!join(inside, at, part)) return false;
  snprintf(outside, sizeof outside, "%s%s", OUTSIDE, inside);
  if (lstat(outside, &status) == -1) return false;
  if (S_ISLNK(status.st_mode)) return follow(inside, outside, at, left);
  if (!make_entry(inside, &status)) return false;
  strcpy(at, inside);
  return true;
}

/* Makes a path in the new root, with the links on its way, and says what it is without them. */
static bool make_path(const char *path, char *at) {
  char left[PATH_MAX], part[PATH_MAX];
  *at = '\0';
  if (snprintf(left, sizeof left, "%s", path) >= PATH_MAX) return false;
  for (int parts = 0; parts < PATH_MAX / 2; parts++) {
    size_t start = strspn(left, "/"), length = strcspn(left + start, "/");
    if (length == 0) return *at != '\0';
    memcpy(part, left + start, length);
    part[length] = '\0';
    memmove(left, left + start + length, strlen(left + start + length) + 1);
    if (strcmp(part, "..") == 0) remove_last(at);
    else if (strcmp(part, ".") != 0 && !make_part(part, at, left)) return false;
  }
  errno = ELOOP;
  return false;
}

/* What restricts a mount already has to stay, or the kernel refuses. */
static unsigned long restrictions_of(const struct statvfs *status) {
  static const struct {
    unsigned long seen, flag;
  } KEPT[] = {{ST_RDONLY, MS_RDONLY},   {ST_NOSUID, MS_NOSUID},         {ST_NODEV, MS_NODEV},      {ST_NOEXEC, MS_NOEXEC},
              {ST_NOATIME, MS_NOATIME}, {ST_NODIRATIME, MS_NODIRATIME}, {ST_RELATIME, MS_RELATIME}};
  unsigned long flags = 0;
  for (size_t i = 0; i < sizeof KEPT / sizeof *KEPT; i++)
    if (status->f_flag & KEPT[i].seen) flags |= KEPT[i].flag;
  return flags;
}

static bool restrict_mount(const char *path, unsigned long flags) {
  struct statvfs status;
  if (statvfs(path, &status) == -1) return false;
  return mount(NULL, path, NULL, MS_REMOUNT | MS_BIND | flags | restrictions_of(&status), NULL) == 0;
}

/* The kernel writes blanks and the like in octal. */
static void decode(char *text) {
  char *to = text;
  for (const char *from = text; *from; to++) {
    if (*from == '\\' && strlen(from) > 3) {
      *to = (char)((from[1] - '0') << 6 | (from[2] - '0') << 3 | (from[3] - '0'));
      from += 4;
    } else *to = *from++;
  }
  *to = '\0';
}

/* A bind of a folder brings along what is mounted below it, with its own flags. What is covered is no mount by its path. */
static bool restrict_below(const char *path, unsigned long flags) {
  FILE *mounts = fopen(OUTSIDE "/proc/self/mountinfo", "re");
  if (mounts == NULL) return false;
  char line[3 * PATH_MAX], at[3 * PATH_MAX];
  bool done = true;
  while (done && fgets(line, sizeof line, mounts)) {
    if (sscanf(line, "%*s %*s %*s %*s %s", at) != 1) continue;
    decode(at);
    if (strncmp(at, path, strlen(path)) == 0 && at[strlen(path)] == '/') done = restrict_mount(at, flags) || errno == EINVAL;
  }
  fclose(mounts);
  return done;
}

static bool show(const char *path, unsigned long flags) {
  char at[PATH_MAX], outside[PATH_MAX + sizeof OUTSIDE];
  if (!make_path(path, at)) return false;
  snprintf(outside, sizeof outside, "%s%s", OUTSIDE, at);
  return mount(outside, at, NULL, MS_BIND | MS_REC, NULL) == 0 && restrict_mount(at, flags) && restrict_below(at, flags);
}

static bool show_all(const struct jail *jail) {
  for (size_t i = 0; i < jail->reads; i++)
    if (!show(jail->read[i], CLOSED | MS_RDONLY)) return false;
  for (size_t i = 0; i < PLAINS; i++)
    if (strncmp(PLAIN[i], "/dev/", 5) != 0) show(PLAIN[i], CLOSED | MS_NOEXEC | MS_RDONLY);
    else show(PLAIN[i], MS_NOSUID | MS_NOEXEC);
  return show("/dev/null", MS_NOSUID | MS_NOEXEC) &&
         (jail->write == NULL || show(jail->write, CLOSED | MS_NOEXEC));
}

/*
 * A container may refuse it. Programs bear that, but with Landlock they would see more without namespaces. Read-only,
 * since the settings of the machine's kernel are in it.
 */
static bool show_processes(bool required) {
  if (mkdir("/proc", 0555) == -1) return false;
  return mount("proc", "/proc", "proc", CLOSED | MS_NOEXEC | MS_RDONLY, NULL) == 0 || !required;
}

static bool leave_outside(void) {
  return umount2(OUTSIDE, MNT_DETACH) == 0 && rmdir(OUTSIDE) == 0 && restrict_mount("/", CLOSED | MS_RDONLY);
}

bool enter_own_root(const struct jail *jail, const struct plan *plan, uid_t user, gid_t group) {
  mode_t mask = umask(022);
  bool entered = keep_user(user, group) && make_root() && show_all(jail) && show_processes(plan->landlock) &&
                 leave_outside();
  umask(mask);
  if (entered && chdir(jail->folder) == -1) entered = chdir(jail->write ? jail->write : "/") == 0;
  return entered;
}
