/* What is seen of the file system in the sandbox. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "sandbox.h"

static const char *const DEVICES[] = {"null", "zero", "full", "random", "urandom"};
static const char *const LINKS[][2] = {
  {"/proc/self/fd", "dev/fd"},
  {"/proc/self/fd/0", "dev/stdin"},
  {"/proc/self/fd/1", "dev/stdout"},
  {"/proc/self/fd/2", "dev/stderr"},
};

/* The flags of a mount that must stay, since it was made by somebody who may more. */
static unsigned long locked_flags(const char *path) {
  struct statvfs about;
  if (statvfs(path, &about)) fail(path);
  unsigned long flags = 0;
  if (about.f_flag & ST_NOSUID) flags |= MS_NOSUID;
  if (about.f_flag & ST_NODEV) flags |= MS_NODEV;
  if (about.f_flag & ST_NOEXEC) flags |= MS_NOEXEC;
  if (about.f_flag & ST_NOATIME) flags |= MS_NOATIME;
  if (about.f_flag & ST_RELATIME) flags |= MS_RELATIME;
  return flags;
}

static void show(const char *source, const char *target, unsigned long flags) {
  if (mount(source, target, NULL, MS_BIND, NULL)) fail(source);
  const unsigned long all = MS_BIND | MS_REMOUNT | MS_RDONLY | MS_NOSUID | flags | locked_flags(target);
  if (mount(NULL, target, NULL, all, NULL)) fail(target);
}

static void show_devices(void) {
  if (mount("dev", "dev", "tmpfs", MS_NOSUID | MS_NOEXEC, "size=64k,mode=755")) fail("/dev");
  for (size_t at = 0; at < sizeof DEVICES / sizeof *DEVICES; at++) {
    char source[64], target[64];
    snprintf(source, sizeof source, "/dev/%s", DEVICES[at]);
    snprintf(target, sizeof target, "dev/%s", DEVICES[at]);
    const int file = open(target, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    if (file < 0 || close(file)) fail(target);
    if (mount(source, target, NULL, MS_BIND, NULL)) fail(source);
  }
  for (size_t at = 0; at < sizeof LINKS / sizeof *LINKS; at++)
    if (symlink(LINKS[at][0], LINKS[at][1])) fail(LINKS[at][1]);
  if (mount(NULL, "dev", NULL, MS_REMOUNT | MS_RDONLY | MS_NOSUID | MS_NOEXEC, "size=64k,mode=755")) fail("/dev");
}

void enter_root(const char *root, const char *scratch, const struct view *views, int count) {
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL)) fail("/");
  show(root, root, MS_NODEV);
  if (chdir(root)) fail(root);
  for (int at = 0; at < count; at++) show(views[at].source, views[at].target, MS_NODEV);
  show_devices();
  char options[64];
  snprintf(options, sizeof options, "size=%sm,mode=700", scratch);
  if (mount("tmp", "tmp", "tmpfs", MS_NOSUID | MS_NODEV, options)) fail("/tmp");
  if (mount("proc", "proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL)) fail("/proc");
  if (syscall(SYS_pivot_root, ".", ".")) fail("pivot_root");
  if (umount2(".", MNT_DETACH) || chdir("/")) fail("the machine's file system");
}
