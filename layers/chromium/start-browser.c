/*
 * Starts the browser, or one of its processes, through the loader of the layer with its libraries.
 *
 *   DIR/bin/start-browser [argument]...
 *
 * The browser reads commands from file 3 and answers on file 4: here from standard input, and on standard output.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FAILED = 125, NOT_FOUND = 127, COMMANDS = 3, ANSWERS = 4, MOST_ARGUMENTS = 256, OURS = 5 };

static _Noreturn void fail(const char *what) {
  perror(what);
  _exit(FAILED);
}

static bool starts_browser(char **arguments) {
  for (; *arguments; arguments++)
    if (strncmp(*arguments, "--type=", 7) == 0) return false;
  return true;
}

static void connect_pipes(void) {
  if (dup2(STDIN_FILENO, COMMANDS) == -1 || dup2(STDOUT_FILENO, ANSWERS) == -1) fail("pipes");
  int null = open("/dev/null", O_RDWR);
  if (null == -1 || dup2(null, STDIN_FILENO) == -1 || dup2(null, STDOUT_FILENO) == -1) fail("/dev/null");
  if (null > ANSWERS) close(null);
}

int main(int count, char **arguments) {
  char folder[PATH_MAX / 2], loader[PATH_MAX], libraries[PATH_MAX], program[PATH_MAX];
  char *end = strstr(arguments[0], "/bin/start-browser");
  if (end == NULL || end - arguments[0] >= (long)sizeof folder || count > MOST_ARGUMENTS) fail(arguments[0]);
  memcpy(folder, arguments[0], (size_t)(end - arguments[0]));
  folder[end - arguments[0]] = '\0';
  snprintf(loader, sizeof loader, "%s/lib/" LOADER, folder);
  snprintf(libraries, sizeof libraries, "%s/lib", folder);
  snprintf(program, sizeof program, "%s/lib/chromium-headless-shell", folder);
  if (starts_browser(arguments)) connect_pipes();
  char *command[MOST_ARGUMENTS + OURS] = {loader, "--inhibit-cache", "--library-path", libraries, program};
  memcpy(command + OURS, arguments + 1, (size_t)count * sizeof *arguments);
  execv(loader, command);
  perror(loader);
  _exit(NOT_FOUND);
}
