#ifndef JAIL_H
#define JAIL_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { MOST_PATHS = 64 };

/* What the command line asks for; 0 where nothing is asked. */
struct jail {
  unsigned long memory, tasks, processes, disk, file_size, open_files, nice;
  const char *read[MOST_PATHS], *write, *source;
  size_t reads;
  bool check, sharing;
  /* The program and its arguments. */
  char **command;
  /* The working folder. */
  char folder[PATH_MAX];
};

/* How files are confined, and who the program is. */
struct plan {
  bool landlock, namespaces;
  /* The user that the program is to be; 0 where it stays who started it, which is not root. */
  uid_t own_user;
  /* How many tasks the program's user runs already. */
  unsigned long user_tasks;
};

/* What the process between monitor and program tells the monitor: that all is set up, and later how the program ended. */
struct report {
  uid_t user;
  int status;
};

/* launch.c: starts the warden; returns when that has set all up, with where its reports can be read. */
pid_t launch(const struct jail *jail, struct plan plan, int *reports);

/* monitor.c: watches what comes of the warden, ends it and itself. */
_Noreturn void monitor(const struct jail *jail, struct plan plan);

/* warden.c: starts the program and waits for it; ends it when the monitor ends. */
_Noreturn void warden(const struct jail *jail, const struct plan *plan, int reports);

/* program.c: the last steps before the program runs. */
_Noreturn void start_program(const struct jail *jail, const struct plan *plan);

/* family.c: all that has come of a process. */
typedef void visitor(pid_t process, void *context);
void each_descendant(pid_t process, visitor *visit, void *context);

/* usage.c: what is used by all that has come of a process; memory in kilobytes. */
struct usage {
  unsigned long memory, tasks, processes;
};
struct usage usage_below(pid_t process);

/* disk.c: the bytes of files in a folder; of those that have no name there any more but are held by processes, and of
 * what pipes and sockets keep at most. */
struct held {
  unsigned long long nameless, buffers;
};
unsigned long long bytes_in(int folder);
struct held held_below(pid_t process, int folder, const char *path);

/* user.c */
uid_t choose_user(void);
unsigned long tasks_of_user(void);
void give_folders(const struct jail *jail, uid_t user);
void switch_user(const struct jail *jail, uid_t user);
bool may_administer(void);
void drop_privileges(void);

/* files.c */
extern const char *const PLAIN[];
extern const size_t PLAINS;
long landlock_version(void);
void restrict_files(const struct jail *jail, const struct plan *plan);

/* namespaces.c */
int namespaces_to_enter(void);
bool enter_own_root(const struct jail *jail, const struct plan *plan, uid_t user, gid_t group);

/* calls.c */
void restrict_calls(bool may_fork, bool sharing);

#endif
