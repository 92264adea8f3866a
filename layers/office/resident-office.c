/*
 * Keeps LibreOffice loaded and converts documents one after the other, as told by lines on standard input.
 *
 *   resident-office PROGRAM_FOLDER PROFILE_URL
 *
 * A line is a command and its arguments, separated by tabs; \t, \n and \\ stand for themselves. One line answers it.
 *   load URL OPTIONS [PASSWORD]   ok KIND PARTS | password | error TEXT      KIND: text, sheet, slides, drawing, other
 *   part N                        ok                                         the slide or sheet that is saved as png or csv
 *   name N                        ok NAME                                    of a sheet or slide
 *   save URL FORMAT OPTIONS       ok | error TEXT
 *   close                         ok KILOBYTES                               resident memory of this process
 * `ready` is written once, when LibreOffice has started. It ends with its input.
 *
 * DOCUMENT_SECONDS in its environment is what a document may take of processor time, until the next is loaded: with
 * SIGXCPU it is ended that takes more.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define LOK_USE_UNSTABLE_API
#include <LibreOfficeKit/LibreOfficeKit.h>

/* From LibreOfficeKitEnums.h, which is C++. */
enum { PASSWORD_CALLBACK = 20, PASSWORD_TO_MODIFY_CALLBACK = 21, PASSWORD_FEATURES = 1 | 2 };
enum { MOST_FIELDS = 4 };

typedef LibreOfficeKit *Hook(const char *folder, const char *profile);
typedef void SetFolder(const char *folder);
typedef uint16_t SetEncoding(uint16_t encoding);

/* From rtl/textenc.h. */
enum { UTF_8 = 76 };

/* From jemalloc.h. */
extern int mallctl(const char *name, void *old, size_t *old_size, void *new, size_t new_size);
typedef struct Hooks {
  void *(*alloc)(struct Hooks *, void *address, size_t size, size_t alignment, bool *zero, bool *commit, unsigned arena);
  void (*others[8])(void);
} Hooks;

/*
 * jemalloc looks for this. One arena, for large pieces too: nearly all is done by one thread, and its hooks are ours. What
 * it gives back is no longer counted by the limit on memory.
 */
const char *malloc_conf = "narenas:1,oversize_threshold:0,retain:false";

/* More than LibreOffice holds after a document of some dozen pages. */
enum { KEPT_KILOBYTES = 256 * 1024 };

static Hooks *default_hooks;

static LibreOfficeKit *office;
static LibreOfficeKitDocument *document;
static FILE *answers;
static struct {
  const char *url;  /* of the document that it opens */
  const char *text; /* until it has been tried once */
  bool asked;
} password;

/* LibreOffice and its libraries print what they like: their output goes where errors go, ours keeps the way out. */
static FILE *take_standard_streams(void) {
  int input = dup(0), output = dup(1), nothing = open("/dev/null", O_RDONLY);
  answers = output == -1 ? NULL : fdopen(output, "w");
  if (input == -1 || nothing == -1 || answers == NULL || dup2(nothing, 0) == -1 || dup2(2, 1) == -1) _exit(1);
  close(nothing);
  return fdopen(input, "r");
}

static void write_field(const char *text) {
  for (; *text; text++) {
    if (*text == '\n') fputs("\\n", answers);
    else if (*text == '\t') fputs("\\t", answers);
    else if (*text == '\\') fputs("\\\\", answers);
    else fputc(*text, answers);
  }
}

static void answer(const char *word, const char *text) {
  fputs(word, answers);
  if (text != NULL) {
    fputc('\t', answers);
    write_field(text);
  }
  fputc('\n', answers);
  fflush(answers);
}

static void answer_error(void) {
  char *error = office->pClass->getError(office);
  answer("error", error && *error ? error : "no reason given");
  if (error) office->pClass->freeError(error);
}

/* Undoes the escapes in place; returns how many fields there are. */
static int split(char *line, char **fields) {
  int count = 0;
  char *to = line;
  fields[count++] = to;
  for (const char *from = line; *from && *from != '\n'; from++) {
    if (*from == '\t' && count < MOST_FIELDS) {
      *to++ = '\0';
      fields[count++] = to;
    } else if (*from == '\\' && from[1]) {
      from++;
      *to++ = *from == 'n' ? '\n' : *from == 't' ? '\t' : *from;
    } else {
      *to++ = *from;
    }
  }
  *to = '\0';
  return count;
}

/*
 * LibreOffice asks for a password again until it is right or there is none: ours is tried once. It knows who asks by the
 * address it was given, and dies of any other; what the question names is the address, or (of .doc) the bare file name.
 */
static void on_event(int type, const char *payload, void *data) {
  (void)payload, (void)data;
  if (type != PASSWORD_CALLBACK && type != PASSWORD_TO_MODIFY_CALLBACK) return;
  const char *text = type == PASSWORD_CALLBACK ? password.text : NULL;
  if (type == PASSWORD_CALLBACK) password.asked = text == NULL;
  password.text = NULL;
  office->pClass->setDocumentPassword(office, password.url, text);
}

static void close_document(void) {
  if (document != NULL) document->pClass->destroy(document);
  document = NULL;
}

static void limit_time(void) {
  const char *given = getenv("DOCUMENT_SECONDS");
  struct rusage used;
  struct rlimit limit;
  if (given == NULL || getrusage(RUSAGE_SELF, &used) == -1 || getrlimit(RLIMIT_CPU, &limit) == -1) return;
  limit.rlim_cur = (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec + atol(given));
  if (limit.rlim_cur <= limit.rlim_max) setrlimit(RLIMIT_CPU, &limit);
}

static const char *kind(void) {
  static const char *const names[] = {"text", "sheet", "slides", "drawing"};
  int type = document->pClass->getDocumentType(document);
  return type >= 0 && type < 4 ? names[type] : "other";
}

/* In batch mode LibreOffice asks no questions, so a locked document fails like any other: then it is asked why. */
static bool is_locked(const char *url, const char *options) {
  char *error = office->pClass->getError(office);
  document = office->pClass->documentLoadWithOptions(office, url, options);
  close_document();
  if (!password.asked) answer("error", error && *error ? error : "no reason given");
  if (error) office->pClass->freeError(error);
  return password.asked;
}

static void load(const char *url, const char *options, const char *secret) {
  close_document();
  limit_time();
  password.url = url;
  password.text = *secret ? secret : NULL;
  password.asked = false;
  char quietly[1024];
  snprintf(quietly, sizeof quietly, "%s%sBatch=true", options, *options ? "," : "");
  document = office->pClass->documentLoadWithOptions(office, url, *secret ? options : quietly);
  if (document == NULL && *secret && !password.asked) return answer_error();
  if (document == NULL && (*secret || is_locked(url, options))) return answer("password", NULL);
  if (document == NULL) return;
  fprintf(answers, "ok\t%s\t%d\n", kind(), document->pClass->getParts(document));
  fflush(answers);
}

static void save(const char *url, const char *format, const char *options) {
  if (document->pClass->saveAs(document, url, format, *options ? options : NULL)) answer("ok", NULL);
  else answer_error();
}

static void name_part(int part) {
  char *name = document->pClass->getPartName(document, part);
  answer("ok", name ? name : "");
  free(name);
}

/*
 * Where there is no more memory LibreOffice may leave something out, call the document damaged, or die: so it ends. With an
 * address the allocator asks for what lies behind a piece, which may well be taken.
 */
static void *allocate(Hooks *hooks, void *address, size_t size, size_t alignment, bool *zero, bool *commit,
                      unsigned arena) {
  (void)hooks;
  void *got = default_hooks->alloc(default_hooks, address, size, alignment, zero, commit, arena);
  if (got != NULL || address != NULL) return got;
  static const char reason[] = "bad_alloc\n";
  if (write(2, reason, sizeof reason - 1) == -1) _exit(3);
  _exit(1);
}

static bool watch_memory(void) {
  static Hooks hooks;
  Hooks *ours = &hooks;
  size_t size = sizeof default_hooks;
  if (mallctl("arena.0.extent_hooks", &default_hooks, &size, NULL, 0)) return false;
  hooks = *default_hooks;
  hooks.alloc = allocate;
  return !mallctl("arena.0.extent_hooks", NULL, NULL, &ours, sizeof ours);
}

static long resident_kilobytes(void) {
  long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (file == NULL || fscanf(file, "%*d %ld", &pages) != 1) pages = 0;
  if (file) fclose(file);
  return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

/* What a small document has freed serves the next. What a large one has freed goes back to the system at once. */
static void close_and_measure(void) {
  close_document();
  long resident = resident_kilobytes();
  if (resident > KEPT_KILOBYTES) {
    mallctl("arena.0.purge", NULL, NULL, NULL, 0);
    resident = resident_kilobytes();
  }
  fprintf(answers, "ok\t%ld\n", resident);
  fflush(answers);
}

static void obey(char *line) {
  char *fields[MOST_FIELDS] = {"", "", "", ""};
  int count = split(line, fields);
  const char *command = fields[0];
  if (!strcmp(command, "load") && count >= 3) return load(fields[1], fields[2], fields[3]);
  if (!strcmp(command, "close")) return close_and_measure();
  if (document == NULL) return answer("error", "no document is open");
  if (!strcmp(command, "save") && count >= 3) return save(fields[1], fields[2], fields[3]);
  if (!strcmp(command, "name") && count == 2) return name_part(atoi(fields[1]));
  if (strcmp(command, "part") || count != 2) return answer("error", "no such command");
  document->pClass->setPart(document, atoi(fields[1]));
  answer("ok", NULL);
}

static void *symbol(const char *folder, const char *file, const char *name) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, file);
  void *library = dlopen(path, RTLD_LAZY | RTLD_GLOBAL);
  void *found = library ? dlsym(library, name) : NULL;
  if (found == NULL) fprintf(stderr, "%s\n", dlerror());
  return found;
}

/* The library of language names has an absolute folder built in. */
static void locate_languages(const char *folder) {
  char path[4096];
  SetFolder *set = (SetFolder *)symbol(folder, "../lib/liblangtag.so.1", "lt_db_set_datadir");
  snprintf(path, sizeof path, "%s/../share/liblangtag", folder);
  if (set) set(path);
}

/* Tables are written in the encoding of the locale, whatever the filter is told; and there may be no locale files at all. */
static void use_utf_8(const char *folder) {
  SetEncoding *set = (SetEncoding *)symbol(folder, "libuno_sal.so.3", "osl_setThreadTextEncoding");
  if (set) set(UTF_8);
}

static LibreOfficeKit *start(const char *folder, const char *profile) {
  locate_languages(folder);
  Hook *hook = (Hook *)symbol(folder, "libmergedlo.so", "libreofficekit_hook_2");
  LibreOfficeKit *started = hook ? hook(folder, profile) : NULL;
  use_utf_8(folder);
  return started;
}

int main(int argc, char **argv) {
  if (argc != 3 || !watch_memory()) return 2;
  FILE *commands = take_standard_streams();
  office = start(argv[1], argv[2]);
  if (office == NULL || commands == NULL) return 1;
  office->pClass->registerCallback(office, on_event, NULL);
  office->pClass->setOptionalFeatures(office, PASSWORD_FEATURES);
  answer("ready", NULL);
  char *line = NULL;
  for (size_t size = 0; getline(&line, &size, commands) > 0;) obey(line);
  _exit(0); /* LibreOffice's own way out takes long and nobody waits for it. */
}
