/* Makes the system calls whose numbers it is given, without arguments, and prints the error of each, 0 for none. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int main(int count, char **numbers) {
  for (int at = 1; at < count; at++) {
    const long result = syscall(atol(numbers[at]), 0L, 0L, 0L, 0L, 0L, 0L);
    printf("%d\n", result < 0 ? errno : 0);
  }
  return 0;
}
