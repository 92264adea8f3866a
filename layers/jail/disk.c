/* What the processes of a jail keep on disk, and in buffers of the kernel. */
#define _GNU_SOURCE
#include "jail.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* Nobody works like this: what has more entries or folders in folders counts as more than any limit. */
enum { MOST_ENTRIES = 65536, MOST_DEPTH = 64 };

static const unsigned long long TOO_MUCH = ULLONG_MAX / 4;

struct walk {
  unsigned long long bytes;
  unsigned entries;
  dev_t device;
};

static void add_folder(struct walk *walk, int parent, const char *name, int depth);

static unsigned long long on_disk(const struct stat *status) {
  return (unsigned long long)status->st_blocks * 512;
}

static void add_entry(struct walk *walk, int folder, const char *name, int depth) {
  struct stat status;
  if (++walk->entries > MOST_ENTRIES) walk->bytes = TOO_MUCH;
  if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == -1 || status.st_dev != walk->device) return;
  walk->bytes += on_disk(&status);
  if (S_ISDIR(status.st_mode)) add_folder(walk, folder, name, depth);
}

/* A folder that cannot be opened although it is there was closed to hide something. */
static void add_folder(struct walk *walk, int parent, const char *name, int depth) {
  int file = depth > MOST_DEPTH ? -1 : openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  DIR *folder = file == -1 ? NULL : fdopendir(file);
  if (folder == NULL) {
    if (depth > MOST_DEPTH || errno == EACCES) walk->bytes = TOO_MUCH;
    return;
  }
  for (struct dirent *entry; walk->bytes < TOO_MUCH && (entry = readdir(folder)) != NULL;)
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
      add_entry(walk, dirfd(folder), entry->d_name, depth + 1);
  closedir(folder);
}

unsigned long long bytes_in(int folder) {
  struct stat status;
  if (fstat(folder, &status) == -1) return 0;
  struct walk walk = {.device = status.st_dev};
  add_folder(&walk, folder, ".", 0);
  return walk.bytes;
}

enum { MOST_SEEN = 1024 };

/* What one pipe keeps at most that has not been made larger: sixteen pages. */
enum { PIPE = 65536 };

/* What processes hold, each once: those that come of one another hold the same. */
struct walk_of_files {
  const char *folder;
  unsigned long long nameless, buffers, socket;
  dev_t device;
  struct {
    dev_t device;
    ino_t number;
  } seen[MOST_SEEN];
  size_t count;
};

/* What one socket keeps at most: its own buffer, and half of it on top for the last that was sent. */
static unsigned long long bytes_of_socket(void) {
  int ends[2], size = 0;
  socklen_t length = sizeof size;
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == -1) return 0;
  getsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &size, &length);
  close(ends[0]);
  close(ends[1]);
  return (unsigned long long)size * 3 / 2;
}

static bool is_new(struct walk_of_files *walk, const struct stat *status) {
  for (size_t i = 0; i < walk->count; i++)
    if (walk->seen[i].number == status->st_ino && walk->seen[i].device == status->st_dev) return false;
  if (walk->count < MOST_SEEN) {
    walk->seen[walk->count].device = status->st_dev;
    walk->seen[walk->count++].number = status->st_ino;
  }
  return true;
}

/* What is in a socket or a pipe cannot be seen: it counts as full. */
static void add_file(struct walk_of_files *walk, const struct stat *status) {
  bool nameless = S_ISREG(status->st_mode) && status->st_nlink == 0 && status->st_dev == walk->device;
  bool is_socket = S_ISSOCK(status->st_mode), is_pipe = S_ISFIFO(status->st_mode);
  if (!(nameless || is_socket || is_pipe) || !is_new(walk, status)) return;
  if (nameless) walk->nameless += on_disk(status);
  if (is_socket) walk->buffers += walk->socket;
  if (is_pipe) walk->buffers += PIPE;
}

static void add_open_files(pid_t process, struct walk_of_files *walk) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/fd", process);
  DIR *files = opendir(path);
  if (files == NULL) return;
  struct stat status;
  for (struct dirent *entry; (entry = readdir(files)) != NULL;)
    if (isdigit((unsigned char)*entry->d_name) && fstatat(dirfd(files), entry->d_name, &status, 0) == 0)
      add_file(walk, &status);
  closedir(files);
}

/* Of the folder, not of the system: there a new version may have taken a library's place. */
static bool is_nameless_in(const char *line, const char *folder) {
  const char *path = strchr(line, '/');
  size_t length = strlen(folder);
  return path && strncmp(path, folder, length) == 0 && path[length] == '/' && strstr(path, " (deleted)\n");
}

/* Mapped and closed, a file without a name is kept as well. How large it is cannot be seen, but what of it is mapped. */
static void add_mapped_files(pid_t process, struct walk_of_files *walk) {
  char path[64], line[PATH_MAX + 128];
  snprintf(path, sizeof path, "/proc/%d/maps", process);
  FILE *maps = fopen(path, "re");
  if (maps == NULL) return;
  unsigned long long from, to;
  while (fgets(line, sizeof line, maps))
    if (is_nameless_in(line, walk->folder) && sscanf(line, "%llx-%llx", &from, &to) == 2)
      walk->nameless += to - from;
  fclose(maps);
}

static void add_process(pid_t process, void *context) {
  add_open_files(process, context);
  add_mapped_files(process, context);
}

struct held held_below(pid_t process, int folder, const char *path) {
  struct stat status;
  if (fstat(folder, &status) == -1) return (struct held){0};
  struct walk_of_files walk = {.folder = path, .device = status.st_dev, .socket = bytes_of_socket()};
  if (fstat(STDERR_FILENO, &status) == 0) is_new(&walk, &status); /* it is the caller's */
  each_descendant(process, add_process, &walk);
  return (struct held){.nameless = walk.nameless, .buffers = walk.buffers};
}
