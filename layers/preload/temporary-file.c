/* tmpfile() in the folder that TMPDIR names: that of the C library takes /tmp, where a jailed program may not write. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

FILE *tmpfile(void) {
  const char *folder = getenv("TMPDIR");
  char path[PATH_MAX];
  int length = snprintf(path, sizeof path, "%s/temporary-XXXXXX", folder ? folder : "/tmp");
  if (length < 0 || (size_t)length >= sizeof path) return NULL;
  int descriptor = mkstemp(path);
  if (descriptor < 0) return NULL;
  unlink(path);
  FILE *file = fdopen(descriptor, "w+");
  if (!file) close(descriptor);
  return file;
}
