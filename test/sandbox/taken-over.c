/*
 * What a program does that was taken over: `taken-over ATTACK ARGUMENT...`. It prints "got it" for what it was after,
 * else the error. Attacks that want much stay a while with what they have, as somebody would who uses it.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MB = 1024 * 1024 };

static int tell(long result) {
  printf("%s\n", result >= 0 ? "got it" : strerror(errno));
  fflush(stdout);
  return 0;
}

/* For things that are only seen by looking: the limits of a jail are checked now and then. */
static int keep(long result) {
  tell(result);
  sleep(5);
  return 0;
}

static long read_file(const char *path) {
  char byte;
  int file = open(path, O_RDONLY);
  return file == -1 ? -1 : read(file, &byte, 1) == 1 ? 0 : -1;
}

/* The stack and code of a process lie somewhere else each time: its own memory map says where. */
static long read_memory(pid_t process) {
  char path[64], line[512];
  unsigned long from;
  snprintf(path, sizeof path, "/proc/%d/maps", process);
  FILE *maps = fopen(path, "r");
  if (maps == NULL || fgets(line, sizeof line, maps) == NULL || sscanf(line, "%lx", &from) != 1) return -1;
  snprintf(path, sizeof path, "/proc/%d/mem", process);
  int file = open(path, O_RDWR);
  return file == -1 ? -1 : pread(file, line, 16, (off_t)from);
}

static long copy_memory(pid_t process) {
  char here[16];
  struct iovec to = {here, sizeof here}, from = {(void *)0x1000, sizeof here};
  long read = process_vm_readv(process, &to, 1, &from, 1, 0);
  return read == -1 && errno == EFAULT ? 0 : read; /* allowed, but nothing lies there */
}

/* Any process whose environment holds a word, by all that /proc shows. */
static long search(const char *word) {
  static char text[1 << 16];
  char path[300];
  DIR *all = opendir("/proc");
  if (all == NULL) return -1;
  errno = ENOENT;
  for (struct dirent *entry; (entry = readdir(all)) != NULL;) {
    if (atoi(entry->d_name) == 0 || atoi(entry->d_name) == getpid()) continue;
    snprintf(path, sizeof path, "/proc/%s/environ", entry->d_name);
    int file = open(path, O_RDONLY);
    ssize_t length = file == -1 ? 0 : read(file, text, sizeof text);
    close(file);
    if (length > 0 && memmem(text, (size_t)length, word, strlen(word))) return 0;
  }
  errno = ENOENT;
  return -1;
}

static long own_signal(pid_t process) {
  int ends[2];
  if (pipe(ends) == -1) return -1;
  return fcntl(ends[0], F_SETOWN, process) == -1 ? -1 : fcntl(ends[0], F_SETSIG, SIGUSR1);
}

static long pin(pid_t process) {
  cpu_set_t first;
  CPU_ZERO(&first);
  CPU_SET(0, &first);
  return sched_setaffinity(process, sizeof first, &first);
}

static long tcp(int port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int file = socket(AF_INET, SOCK_STREAM, 0);
  return file == -1 ? -1 : connect(file, (struct sockaddr *)&address, sizeof address);
}

static long udp(int port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  int file = socket(AF_INET, SOCK_DGRAM, 0);
  return file == -1 ? -1 : sendto(file, "x", 1, 0, (struct sockaddr *)&address, sizeof address);
}

/* With @ before its name it is one of those that lie in no folder. */
static long local(const char *name) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  size_t length = strlen(name);
  memcpy(address.sun_path, name, length);
  if (*name == '@') *address.sun_path = '\0';
  int file = socket(AF_UNIX, SOCK_STREAM, 0);
  socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
  return file == -1 ? -1 : connect(file, (struct sockaddr *)&address, size);
}

/* One of a pair is enough to send to whoever listens at a path, as the system's log does. */
static long datagram(const char *path, int type) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  int ends[2];
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  if (socketpair(AF_UNIX, type, 0, ends) == -1) return -1;
  return sendto(ends[0], "forged", 6, 0, (struct sockaddr *)&address, sizeof address);
}

/* As the system's log: says what it is told first. */
static int listen_at(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  char line[64] = "";
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  int file = socket(AF_UNIX, SOCK_DGRAM, 0);
  if (bind(file, (struct sockaddr *)&address, sizeof address) == -1 || chmod(path, 0777) == -1) return 1;
  puts("ready");
  fflush(stdout);
  if (recv(file, line, sizeof line - 1, 0) > 0) puts(line);
  return 0;
}

/* A semaphore that everybody may use, until standard input ends. */
static int give_semaphore(void) {
  char byte;
  int id = semget(IPC_PRIVATE, 1, 0666);
  printf("%d\n", id);
  fflush(stdout);
  while (read(STDIN_FILENO, &byte, 1) > 0) {}
  return semctl(id, 0, IPC_RMID);
}

static long pair(int domain, int type) {
  int ends[2];
  return socketpair(domain, type, 0, ends);
}

/* Open files that are on their way from one end of a pair to the other, and nowhere else. */
static long hand_over(int count) {
  char byte = 0, control[CMSG_SPACE(sizeof(int))] = {0};
  struct iovec data = {&byte, 1};
  struct msghdr message = {.msg_iov = &data, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  *header = (struct cmsghdr){.cmsg_len = CMSG_LEN(sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
  for (int ends[2], sent = 0; sent < count; sent++) {
    if (sent % 100 == 0 && socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == -1) return -1;
    int file = open(".", O_TMPFILE | O_RDWR, 0600);
    memcpy(CMSG_DATA(header), &file, sizeof file);
    if (file == -1 || sendmsg(ends[0], &message, 0) == -1) return -1;
    close(file);
  }
  return 0;
}

/* Page after page of which only the tables are kept: one byte is read of every two megabytes. */
static long page_tables(size_t size) {
  size_t reach = size * 512, step = 2 * MB;
  volatile char *memory = mmap(NULL, reach, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) return -1;
  madvise((void *)memory, reach, MADV_NOHUGEPAGE);
  for (size_t at = 0; at < reach; at += step) (void)memory[at];
  return 0;
}

/* Pairs of sockets, filled from both ends; with buffers of another size if wanted. */
static long socket_buffers(int pairs, int size) {
  static char block[1 << 16];
  int ends[2];
  for (; pairs > 0; pairs--) {
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, ends) == -1) return -1;
    for (int end = 0; end < 2; end++) {
      if (size && setsockopt(ends[end], SOL_SOCKET, SO_SNDBUF, &size, sizeof size) == -1) return -1;
      while (send(ends[end], block, sizeof block, 0) > 0) {}
    }
  }
  return 0;
}


static long pipe_size(size_t size) {
  int ends[2];
  return pipe(ends) == -1 ? -1 : fcntl(ends[1], F_SETPIPE_SZ, size);
}

/* From the end to the beginning, so that each is put before the others. Got is what the kernel then knows of. */
static long locks(int count) {
  struct flock lock = {.l_type = F_WRLCK, .l_len = 1};
  int file = open("locked", O_RDWR | O_CREAT, 0600);
  for (int i = count; i > 0; i--) {
    lock.l_start = 2 * i;
    if (fcntl(file, F_SETLK, &lock) == -1) return -1;
  }
  if (fork() == 0) {
    lock.l_start = 2;
    lock.l_type = F_WRLCK;
    _exit(fcntl(file, F_GETLK, &lock) == 0 && lock.l_type == F_UNLCK ? 1 : 0);
  }
  int status;
  wait(&status);
  errno = ENOLCK;
  return status == 0 ? 0 : -1;
}

static long timers(int count) {
  timer_t timer;
  struct sigevent event = {.sigev_notify = SIGEV_NONE};
  for (int i = 0; i < count; i++)
    if (timer_create(CLOCK_MONOTONIC, &event, &timer) == -1) return -1;
  return 0;
}

static long files_at_once(int count) {
  for (int i = 0; i < count; i++)
    if (open("/dev/null", O_RDONLY) == -1) return -1;
  return 0;
}

static long landlock_rules(void) {
  struct { unsigned long long files, network; } rules = {0, 3};
  return syscall(SYS_landlock_create_ruleset, &rules, sizeof rules, 0);
}

/* Tables of the kernel for a process's own locks, of the size that it asks for. */
static long futex_table(int slots) {
  return prctl(78 /* PR_FUTEX_HASH */, 1 /* PR_FUTEX_HASH_SET_SLOTS */, slots, 0, 0);
}

static long make(const char *what) {
  static char space[256];
  if (strcmp(what, "io_uring") == 0) return syscall(SYS_io_uring_setup, 8, space);
  if (strcmp(what, "aio") == 0) return syscall(SYS_io_setup, 8, space);
  if (strcmp(what, "userfaultfd") == 0) return syscall(SYS_userfaultfd, 1);
  if (strcmp(what, "key") == 0) return syscall(SYS_add_key, "user", "x", "x", 1, -2);
  if (strcmp(what, "message queue") == 0) return syscall(SYS_mq_open, "x", O_CREAT | O_RDWR, 0600, NULL);
  if (strcmp(what, "inotify") == 0) return inotify_init();
  if (strcmp(what, "memfd") == 0) return (long)syscall(SYS_memfd_create, "x", 0);
  if (strcmp(what, "map") == 0) {
    unsigned attributes[18] = {2, 4, 4, 1}; /* an array of one */
    return syscall(SYS_bpf, 0, attributes, sizeof attributes);
  }
  if (strcmp(what, "counter") == 0) {
    unsigned attributes[32] = {1, 128, 1}; /* of the software: time */
    attributes[10] = 1 << 5 | 1 << 6;      /* of ourselves, outside of the kernel */
    return syscall(SYS_perf_event_open, attributes, 0, -1, -1, 0);
  }
  return -1;
}

static long forks(int count) {
  int children = 0;
  for (int i = 0; i < count; i++) {
    pid_t child = fork();
    if (child == 0) {
      sleep(5);
      _exit(0);
    }
    if (child > 0) children++;
  }
  return children == count ? 0 : -1;
}

static void *nap(void *unused) {
  sleep(5);
  return unused;
}

static long threads(int count) {
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 16384);
  for (int i = 0; i < count; i++) {
    pthread_t thread;
    if ((errno = pthread_create(&thread, &small, nap, NULL)) != 0) return -1;
  }
  return 0;
}

static long touch(char *memory, size_t size) {
  if (memory == MAP_FAILED) return -1;
  for (size_t at = 0; at < size; at += 4096) memory[at] = 1;
  return 0;
}

static long memory(size_t size, int flags, int file) {
  return touch(mmap(NULL, size, PROT_READ | PROT_WRITE, flags, file, 0), size);
}

static long memory_file(size_t size) {
  int file = (int)syscall(SYS_memfd_create, "x", 0);
  return file == -1 || ftruncate(file, (off_t)size) == -1 ? -1 : memory(size, MAP_SHARED, file);
}

static long segment(size_t size) {
  int id = shmget(IPC_PRIVATE, size, 0600);
  char *at = id == -1 ? (char *)-1 : shmat(id, NULL, 0);
  if (id != -1) shmctl(id, IPC_RMID, NULL);
  return touch(at, size);
}

/* In pieces, so that no process has more than a part. Each holds its own until this one ends, which waits for all of
   them: on a slow machine the first would else be gone before the last has its part. */
static long of_many(int processes, long (*take)(size_t), size_t amount) {
  int ends[2];
  char done = 1;
  if (pipe(ends) == -1) return -1;
  for (int i = 0; i < processes; i++) {
    pid_t child = fork();
    if (child == -1) return -1;
    if (child == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      tell(take(amount));
      if (write(ends[1], &done, 1) == 1) pause();
      _exit(0);
    }
  }
  close(ends[1]);
  for (int i = 0; i < processes; i++) if (read(ends[0], &done, 1) != 1) return -1;
  return 0;
}

static long private_memory(size_t size) { return memory(size, MAP_PRIVATE | MAP_ANONYMOUS, -1); }

static long usual_buffers(size_t pairs) { return socket_buffers((int)pairs, 0); }

static long files(int count, int nameless) {
  static char block[MB];
  char name[32];
  for (int i = 0; i < count; i++) {
    snprintf(name, sizeof name, "%d", i);
    int file = open(name, O_RDWR | O_CREAT, 0600);
    if (file == -1 || write(file, block, sizeof block) != sizeof block) return -1;
    if (nameless) unlink(name);
    else close(file);
  }
  return 0;
}

/* A file that only its mapping keeps. */
static long mapped_files(int count) {
  for (int i = 0; i < count; i++) {
    if (files(1, 0) == -1) return -1;
    int file = open("0", O_RDWR);
    if (mmap(NULL, MB, PROT_READ, MAP_PRIVATE, file, 0) == MAP_FAILED) return -1;
    unlink("0");
    close(file);
  }
  return 0;
}

static long hidden_files(int count) {
  if (mkdir("closed", 0700) == -1 || chdir("closed") == -1 || files(count, 0) == -1) return -1;
  return chmod(".", 0);
}

/* A process that nobody waits for, in a session of its own: "escape MARK", where the mark shows in its command line. */
static int escape(char **argv) {
  if (fork() != 0) return usleep(200000);
  setsid();
  if (fork() != 0) _exit(0);
  signal(SIGTERM, SIG_IGN);
  signal(SIGHUP, SIG_IGN);
  execl(argv[0], argv[0], "nap", argv[2], NULL);
  _exit(1);
}

/* As the leader of a family: three that nap, and itself. Says so when all are there. */
static int family(char **argv) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) == -1) return 1;
  for (int i = 0; i < 3; i++)
    if (fork() == 0) {
      close(STDOUT_FILENO);
      execl(argv[0], argv[0], "nap", argv[2], NULL);
    }
  close(ends[1]);
  if (read(ends[0], &ends[1], 1) == 0) puts("ready");
  fflush(stdout);
  return (int)sleep(1000);
}

/* As a service that starts a command: `serve COMMAND ARGUMENT...`, which is told our process number in place of PID. */
static int serve(int argc, char **argv) {
  char last[64];
  int status;
  char *mark = strstr(argv[argc - 1], "PID");
  if (mark == NULL) return 1;
  snprintf(last, sizeof last, "%.*s%d%s", (int)(mark - argv[argc - 1]), argv[argc - 1], getpid(), mark + 3);
  argv[argc - 1] = last;
  if (fork() == 0) {
    clearenv();
    execv(argv[2], &argv[2]);
    _exit(1);
  }
  wait(&status);
  return WEXITSTATUS(status);
}

static long deep_folders(int count) {
  for (int i = 0; i < count; i++)
    if (mkdir("deep", 0700) == -1 || chdir("deep") == -1) return -1;
  return 0;
}

int main(int argc, char **argv) {
  if (argc < 3) return 1;
  const char *attack = argv[1], *what = argv[2];
  int count = atoi(what);
  size_t size = (size_t)count * MB;
#define IS(name) (strcmp(attack, name) == 0)
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY); /* as a victim it shall be open to whom the kernel lets */
  if (IS("nap")) return puts("ready"), fflush(stdout), (int)sleep(1000);
  if (IS("family")) return family(argv);
  if (IS("escape")) return escape(argv);
  if (IS("serve")) return serve(argc, argv);
  if (IS("listen")) return listen_at(what);
  if (IS("give-semaphore")) return give_semaphore();
  if (IS("exit")) return count;
  if (IS("crash")) return raise(count) + (int)syscall(SYS_exit_group, 0);
  if (IS("read")) return tell(read_file(what));
  if (IS("list")) return tell(opendir(what) ? 0 : -1);
  if (IS("write")) return tell(open(what, O_WRONLY | O_CREAT, 0600));
  if (IS("empty")) return tell(open(what, O_RDONLY | O_TRUNC));
  if (IS("truncate")) return tell(truncate(what, 0));
  if (IS("chmod")) return tell(chmod(what, 0));
  if (IS("delete")) return tell(unlink(what));
  if (IS("pipe")) return tell(mkfifo(what, 0600));
  if (IS("link")) return tell(link(what, "linked"));
  if (IS("watch")) return tell(inotify_add_watch(inotify_init(), what, IN_ALL_EVENTS));
  if (IS("search")) return tell(search(what));
  if (IS("memory-of")) return tell(read_memory(count));
  if (IS("copy-of")) return tell(copy_memory(count));
  if (IS("trace")) return tell(ptrace(PTRACE_SEIZE, count, NULL, NULL));
  if (IS("signal")) return tell(kill(count, SIGCONT));
  if (IS("parent-signal")) return tell(kill(getppid(), SIGCONT));
  if (IS("parent-memory")) return tell(read_memory(getppid()));
  if (IS("owner-signal")) return tell(own_signal(count));
  if (IS("slow")) return tell(setpriority(PRIO_PROCESS, (id_t)count, 19));
  if (IS("pin")) return tell(pin(count));
  if (IS("limit")) return tell(prlimit(count, RLIMIT_NOFILE, &(struct rlimit){0, 0}, NULL));
  if (IS("tcp")) return tell(tcp(count));
  if (IS("udp")) return tell(udp(count));
  if (IS("socket")) return tell(local(what));
  if (IS("datagram")) return tell(datagram(what, SOCK_DGRAM));
  if (IS("raw-datagram")) return tell(datagram(what, SOCK_RAW));
  if (IS("pair")) return tell(pair(AF_UNIX, count));
  if (IS("pair-of-network")) return tell(pair(count, SOCK_STREAM));
  if (IS("hand-over")) return tell(hand_over(count));
  if (IS("page-tables")) return keep(page_tables(size));
  if (IS("socket-buffers")) return keep(socket_buffers(count, 0));
  if (IS("larger-sockets")) return keep(socket_buffers(count, 8 * MB));
  if (IS("socket-buffers-of-many")) return keep(of_many(6, usual_buffers, (size_t)count));
  if (IS("larger-pipe")) return tell(pipe_size(size));
  if (IS("locks")) return tell(locks(count));
  if (IS("lease")) return tell(fcntl(open(what, O_RDONLY), F_SETLEASE, F_RDLCK));
  if (IS("notice")) return tell(fcntl(open(what, O_RDONLY), F_NOTIFY, DN_CREATE));
  if (IS("timers")) return tell(timers(count));
  if (IS("open-files")) return tell(files_at_once(count));
  if (IS("landlock-rules")) return tell(landlock_rules());
  if (IS("futex-table")) return tell(futex_table(count));
  if (IS("semaphore")) return tell(semctl(count, 0, GETVAL));
  if (IS("make")) return tell(make(what));
  if (IS("forks")) return keep(forks(count));
  if (IS("threads")) return keep(threads(count));
  if (IS("memory")) return keep(memory(size, MAP_PRIVATE | MAP_ANONYMOUS, -1));
  if (IS("shared-memory")) return keep(memory(size, MAP_SHARED | MAP_ANONYMOUS, -1));
  if (IS("zero-memory")) return keep(memory(size, MAP_SHARED, open("/dev/zero", O_RDWR)));
  if (IS("memory-file")) return keep(memory_file(size));
  if (IS("segment")) return keep(segment(size));
  if (IS("memory-of-many")) return keep(of_many(8, private_memory, size));
  if (IS("files")) return keep(files(count, 0));
  if (IS("nameless-files")) return keep(files(count, 1));
  if (IS("mapped-files")) return keep(mapped_files(count));
  if (IS("deep-folders")) return keep(deep_folders(count));
  if (IS("hidden-files")) return keep(hidden_files(count));
  return 1;
}
