#ifndef FILTER_H
#define FILTER_H

#include <linux/filter.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MOST_STEPS = 512 };

/* A program of the kernel's that decides on each system call. */
struct filter {
  struct sock_filter steps[MOST_STEPS];
  unsigned short length;
};

/* Begins with what all filters have in common: calls of other kinds of programs end the process. */
void begin_filter(struct filter *filter);

/* A call that fails with an error; with 0 it does nothing and seems to succeed. */
void forbid(struct filter *filter, int call, uint32_t error);

/* A call that fails with an error, or seems to succeed, where an argument is one of some values; other rules may follow. */
void answer_values(struct filter *filter, int call, size_t argument, const uint32_t *values, size_t count, uint32_t error);

/* A call that is forbidden where an argument has another value; other rules may follow. */
void expect_value(struct filter *filter, int call, size_t argument, uint32_t value);

/* A call that is forbidden where an argument is one of some values, or where it is none of them; no other rule follows. */
void forbid_values(struct filter *filter, int call, size_t argument, const uint32_t *values, size_t count);
void allow_values(struct filter *filter, int call, size_t argument, const uint32_t *values, size_t count);

/* A call that is forbidden where, among some bits of an argument, exactly these are set, or where others are. */
void forbid_bits(struct filter *filter, int call, size_t argument, uint32_t bits, uint32_t among);
void allow_bits(struct filter *filter, int call, size_t argument, uint32_t bits, uint32_t among);

/* Calls from this number on do not exist. */
void end_calls_at(struct filter *filter, uint32_t number);

/* Whether the program may start processes; threads it may. Neither gets namespaces or another parent. */
void restrict_clone(struct filter *filter, bool may_fork);

/* Sets the filter for this process and all that come of it; -1 where the kernel refuses. */
int apply_filter(struct filter *filter);

#endif
