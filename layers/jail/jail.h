#ifndef JAIL_H
#define JAIL_H

#include <stdbool.h>
#include <stddef.h>

enum { MOST_PATHS = 64, MOST_KEPT = 16 };

/* What the command line asks for; 0 where nothing is asked. */
struct jail {
  unsigned long memory, address_space, cpu, file_size, processes, open_files, nice;
  const char *read[MOST_PATHS], *write[MOST_PATHS];
  size_t reads, writes;
  int kept[MOST_KEPT];
  size_t kepts;
};

/* Says what failed and ends; the caller tells this from the program's own exit by the status. */
_Noreturn void fail(const char *what);

void set_limits(const struct jail *jail);
void close_strays(const struct jail *jail);
void drop_privileges(void);
void restrict_files(const struct jail *jail);
void restrict_calls(bool may_fork);

#endif
