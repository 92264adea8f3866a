// Loaded first, by LD_PRELOAD: GNUstep insists on a user with a name, and where tools run nobody has one.

#include <pwd.h>
#include <stdlib.h>

static struct passwd *nobody(void) {
  static struct passwd user;
  user.pw_name = (char *)"nobody";
  user.pw_passwd = (char *)"";
  user.pw_gecos = (char *)"";
  user.pw_dir = getenv("HOME");
  user.pw_shell = (char *)"";
  return &user;
}

struct passwd *getpwuid(uid_t uid) {
  (void)uid;
  return nobody();
}

struct passwd *getpwnam(const char *name) {
  (void)name;
  return nobody();
}

int getpwuid_r(uid_t uid, struct passwd *user, char *room, size_t size, struct passwd **found) {
  (void)uid, (void)room, (void)size;
  *user = *nobody();
  *found = user;
  return 0;
}

int getpwnam_r(const char *name, struct passwd *user, char *room, size_t size, struct passwd **found) {
  (void)name;
  return getpwuid_r(0, user, room, size, found);
}
