/* Which files the program sees, by Landlock, which Linux has from 5.13 on where it is switched on. */
#define _GNU_SOURCE
#include "../limit/process.h"
#include "jail.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Newer than the headers of the oldest system that we build on. */
#define ACCESS_REFER (1ULL << 13)
#define ACCESS_TRUNCATE (1ULL << 14)
#define ACCESS_IOCTL_DEVICE (1ULL << 15)
#define BIND_AND_CONNECT 3ULL
#define SCOPE_ABSTRACT_SOCKETS_AND_SIGNALS 3ULL

struct ruleset {
  uint64_t files, network, scoped;
};

#define READ (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR)
#define EXECUTE LANDLOCK_ACCESS_FS_EXECUTE
#define CHANGE                                                                                                         \
  (LANDLOCK_ACCESS_FS_WRITE_FILE | LANDLOCK_ACCESS_FS_REMOVE_DIR | LANDLOCK_ACCESS_FS_REMOVE_FILE |                     \
   LANDLOCK_ACCESS_FS_MAKE_DIR | LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_MAKE_SYM |                            \
   LANDLOCK_ACCESS_FS_MAKE_FIFO | ACCESS_REFER | ACCESS_TRUNCATE)
#define OF_A_FILE (LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | EXECUTE | ACCESS_TRUNCATE | ACCESS_IOCTL_DEVICE)

/* What C libraries and runtimes look at. None of it tells anything about other processes. */
const char *const PLAIN[] = {"/sys/devices/system/cpu", "/sys/devices/system/node", "/etc/localtime",
                             "/usr/share/zoneinfo",     "/etc/ssl/openssl.cnf",     "/dev/urandom",
                             "/dev/random"};
const size_t PLAINS = sizeof PLAIN / sizeof *PLAIN;

/*
 * What runtimes ask of /proc where it is the machine's: of the program what it uses itself, and nothing of the network,
 * which is below /proc/self too. With a /proc of its own it sees what was started in the jail.
 */
static const char *const OF_PROCESSES[] = {
    "/proc/self/maps", "/proc/self/stat", "/proc/self/statm",   "/proc/self/status", "/proc/self/cgroup", "/proc/self/fd",
    "/proc/cpuinfo",   "/proc/meminfo",   "/proc/stat",         "/proc/filesystems", "/proc/sys/vm/overcommit_memory"};

long landlock_version(void) {
  long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return version < 1 ? 0 : version;
}

static uint64_t handled_by(long version) {
  uint64_t all = READ | EXECUTE | CHANGE | LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK |
                 LANDLOCK_ACCESS_FS_MAKE_SOCK | ACCESS_IOCTL_DEVICE;
  if (version < 2) all &= ~ACCESS_REFER;
  if (version < 3) all &= ~ACCESS_TRUNCATE;
  if (version < 5) all &= ~ACCESS_IOCTL_DEVICE;
  return all;
}

static void allow(int ruleset, const char *path, uint64_t access, bool required) {
  int file = open(path, O_PATH | O_CLOEXEC);
  struct stat status;
  if (file == -1 || fstat(file, &status) == -1) {
    if (required) fail(path);
    return;
  }
  if (!S_ISDIR(status.st_mode)) access &= OF_A_FILE;
  struct landlock_path_beneath_attr rule = {.allowed_access = access, .parent_fd = file};
  if (syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == -1) fail(path);
  close(file);
}

static int create_ruleset(long version, uint64_t handled) {
  struct ruleset wanted = {.files = handled, .network = BIND_AND_CONNECT, .scoped = SCOPE_ABSTRACT_SOCKETS_AND_SIGNALS};
  size_t size = version >= 6 ? sizeof wanted : version >= 4 ? 2 * sizeof(uint64_t) : sizeof(uint64_t);
  int ruleset = (int)syscall(SYS_landlock_create_ruleset, &wanted, size, 0);
  if (ruleset == -1) fail("landlock");
  return ruleset;
}

static void allow_processes(int ruleset, bool own) {
  if (own) return allow(ruleset, "/proc", READ, false);
  for (size_t i = 0; i < sizeof OF_PROCESSES / sizeof *OF_PROCESSES; i++) allow(ruleset, OF_PROCESSES[i], READ, false);
}

void restrict_files(const struct jail *jail, const struct plan *plan) {
  if (!plan->landlock) return;
  long version = landlock_version();
  uint64_t handled = handled_by(version);
  int ruleset = create_ruleset(version, handled);
  allow_processes(ruleset, plan->namespaces);
  for (size_t i = 0; i < PLAINS; i++) allow(ruleset, PLAIN[i], READ, false);
  allow(ruleset, "/dev/null", (READ | LANDLOCK_ACCESS_FS_WRITE_FILE | ACCESS_TRUNCATE) & handled, false);
  for (size_t i = 0; i < jail->reads; i++) allow(ruleset, jail->read[i], READ | EXECUTE, true);
  if (jail->write) allow(ruleset, jail->write, (READ | CHANGE) & handled, true);
  if (syscall(SYS_landlock_restrict_self, ruleset, 0) == -1) fail("landlock");
  close(ruleset);
}
