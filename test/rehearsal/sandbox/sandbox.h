#pragma once

/* A folder or file of the machine, and where it is seen in the sandbox, read-only. */
struct view {
  const char *source;
  const char *target;
};

/* Ends the launcher with what it was about and why it failed. */
void fail(const char *what) __attribute__((noreturn));

/* Makes `root` the file system: read-only, but for /tmp of `scratch` MiB; with /proc and the least of /dev. */
void enter_root(const char *root, const char *scratch, const struct view *views, int count);

/* Refuses from now on what Lambda's own filter refuses. */
void install_filter(void);
