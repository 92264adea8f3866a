#ifndef PROCESS_H
#define PROCESS_H

#include <stdbool.h>
#include <sys/resource.h>

/* Exit statuses that tell a start that failed from the program's own. */
enum { SETUP_FAILED = 125, NOT_FOUND = 127 };

enum { MEGABYTE = 1024 * 1024 };

/* What messages begin with: the name of this program. */
extern const char *const PROGRAM_NAME;

/* Says what failed, with errno, and ends. */
_Noreturn void fail(const char *what);

/* Reads an argument that has to be a number. */
unsigned long number(const char *text);

/* Becomes another program, or ends. */
_Noreturn void become(char **command);

void close_files_above(int last);
void reset_signals(void);

/* Sets a limit, soft and hard; one that is lower already stays. */
void set_limit(__rlimit_resource_t resource, unsigned long soft, unsigned long hard);

/* When memory runs out the kernel shall choose the conversion, not the service. */
void offer_to_the_killer(void);

#endif
