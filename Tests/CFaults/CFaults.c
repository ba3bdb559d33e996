#include "CFaults.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// What should fail, and what has failed.

static atomic_int chosen, effect, persists, paused, first_operation;
static atomic_long wanted, met, failed;

void po_faults_arm(int operations, int how, long nth, int on) {
  met = 0, failed = 0, first_operation = 0;
  effect = how, wanted = nth, persists = on, paused = 0;
  chosen = operations;
}

void po_faults_pause(void) { paused = 1; }
void po_faults_resume(void) { paused = 0; }

po_fault_report po_faults_so_far(void) { return (po_fault_report){met, failed, first_operation}; }

po_fault_report po_faults_disarm(void) {
  chosen = 0;
  return po_faults_so_far();
}

/// Whether this operation must fail.
static int fails(int operation) {
  if (!(chosen & operation) || paused) return 0;
  long number = ++met;
  if (persists ? number < wanted : number != wanted) return 0;
  if (failed++ == 0) first_operation = operation;
  errno = effect == PO_NO_SPACE ? ENOSPC : EIO;
  return 1;
}

// Allocations. Each block begins with its size.

enum { header = 16 };

static void *take(int size) {
  if (fails(PO_ALLOCATION)) return NULL;
  char *block = malloc((size_t)size + header);
  if (!block) return NULL;
  *(int *)block = size;
  return block + header;
}

static void give(void *block) {
  if (block) free((char *)block - header);
}

static int size_of(void *block) { return block ? *(int *)((char *)block - header) : 0; }

static void *resize(void *block, int size) {
  if (fails(PO_ALLOCATION)) return NULL;
  char *moved = realloc((char *)block - header, (size_t)size + header);
  if (!moved) return NULL;
  *(int *)moved = size;
  return moved + header;
}

static int round_up(int size) { return (size + 7) & ~7; }
static int start(void *unused) { return SQLITE_OK; }
static void stop(void *unused) {}

// The tape.

static pthread_mutex_t tape_lock = PTHREAD_MUTEX_INITIALIZER;
static po_tape_entry *tape;
static long tape_count, tape_room;
static int is_taping;

static void put(
    int operation, const char *path, sqlite3_int64 offset, int count, const void *bytes) {
  pthread_mutex_lock(&tape_lock);
  if (is_taping) {
    if (tape_count == tape_room) {
      tape_room = tape_room ? 2 * tape_room : 1024;
      tape = realloc(tape, (size_t)tape_room * sizeof *tape);
    }
    unsigned char *kept = count ? malloc((size_t)count) : NULL;
    if (kept) memcpy(kept, bytes, (size_t)count);
    tape[tape_count++] =
        (po_tape_entry){operation, path ? strdup(path) : NULL, offset, count, kept};
  }
  pthread_mutex_unlock(&tape_lock);
}

void po_tape_start(void) {
  pthread_mutex_lock(&tape_lock);
  for (long index = 0; index < tape_count; index++) {
    free((void *)tape[index].path);
    free((void *)tape[index].bytes);
  }
  tape_count = 0;
  is_taping = 1;
  pthread_mutex_unlock(&tape_lock);
}

void po_tape_stop(void) {
  pthread_mutex_lock(&tape_lock);
  is_taping = 0;
  pthread_mutex_unlock(&tape_lock);
}

void po_tape_mark(sqlite3_int64 number) { put(0, NULL, number, 0, NULL); }
long po_tape_count(void) { return tape_count; }
const po_tape_entry *po_tape_entry_at(long index) { return tape + index; }

// Files.

static sqlite3_vfs *plain;

typedef struct {
  sqlite3_file base;
  /// SQLite keeps the path for as long as the file is open; NULL for temporary files.
  const char *path;
  sqlite3_file *real;
} wrapped_file;

static sqlite3_file *real(sqlite3_file *file) { return ((wrapped_file *)file)->real; }
static const char *path_of(sqlite3_file *file) { return ((wrapped_file *)file)->path; }

/// The result code of a failing operation: `broken`, or SQLITE_FULL on a full disk.
static int answer(int broken) { return effect == PO_NO_SPACE ? SQLITE_FULL : broken; }

static int wrapped_close(sqlite3_file *file) { return real(file)->pMethods->xClose(real(file)); }

static int wrapped_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  if (!fails(PO_READ)) return real(file)->pMethods->xRead(real(file), bytes, count, offset);
  // SQLite takes a read that ends early without an error for the end of the file. This read fails in its middle
  // instead.
  if (effect == PO_SHORT) real(file)->pMethods->xRead(real(file), bytes, count / 2, offset);
  return SQLITE_IOERR_READ;
}

static int wrapped_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  if (!fails(PO_WRITE)) {
    int failure = real(file)->pMethods->xWrite(real(file), bytes, count, offset);
    if (!failure) put(PO_WRITE, path_of(file), offset, count, bytes);
    return failure;
  }
  if (effect != PO_SHORT) return answer(SQLITE_IOERR_WRITE);
  int failure = real(file)->pMethods->xWrite(real(file), bytes, count / 2, offset);
  // The answer of the system's own VFS to a short write.
  return failure ? failure : SQLITE_FULL;
}

static int wrapped_truncate(sqlite3_file *file, sqlite3_int64 size) {
  if (fails(PO_TRUNCATE)) return SQLITE_IOERR_TRUNCATE;
  int failure = real(file)->pMethods->xTruncate(real(file), size);
  if (!failure) put(PO_TRUNCATE, path_of(file), size, 0, NULL);
  return failure;
}

static int wrapped_sync(sqlite3_file *file, int flags) {
  if (fails(PO_SYNC)) return SQLITE_IOERR_FSYNC;
  int failure = real(file)->pMethods->xSync(real(file), flags);
  if (!failure) put(PO_SYNC, path_of(file), 0, 0, NULL);
  return failure;
}

static int wrapped_size(sqlite3_file *file, sqlite3_int64 *size) {
  if (fails(PO_SIZE)) return SQLITE_IOERR_FSTAT;
  return real(file)->pMethods->xFileSize(real(file), size);
}

static int wrapped_lock(sqlite3_file *file, int level) {
  if (fails(PO_LOCK)) return SQLITE_IOERR_LOCK;
  return real(file)->pMethods->xLock(real(file), level);
}

static int wrapped_unlock(sqlite3_file *file, int level) {
  return real(file)->pMethods->xUnlock(real(file), level);
}

static int wrapped_check_lock(sqlite3_file *file, int *result) {
  if (fails(PO_LOCK)) return SQLITE_IOERR_CHECKRESERVEDLOCK;
  return real(file)->pMethods->xCheckReservedLock(real(file), result);
}

static int wrapped_control(sqlite3_file *file, int operation, void *argument) {
  return real(file)->pMethods->xFileControl(real(file), operation, argument);
}

static int wrapped_sector(sqlite3_file *file) {
  return real(file)->pMethods->xSectorSize(real(file));
}

static int wrapped_device(sqlite3_file *file) {
  return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

static int wrapped_map(
    sqlite3_file *file, int region, int size, int extends, void volatile **place) {
  // The index of the log consists of pages that take space on the disk.
  if (fails(PO_SHARED_MEMORY)) {
    *place = NULL;
    return effect == PO_NO_SPACE ? SQLITE_IOERR_SHMSIZE : SQLITE_IOERR_SHMMAP;
  }
  return real(file)->pMethods->xShmMap(real(file), region, size, extends, place);
}

static int wrapped_shared_lock(sqlite3_file *file, int offset, int count, int flags) {
  // Unlocking never fails.
  if ((flags & SQLITE_SHM_LOCK) && effect != PO_NO_SPACE && fails(PO_SHARED_MEMORY)) {
    return SQLITE_IOERR_SHMLOCK;
  }
  return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}

static void wrapped_barrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }

static int wrapped_unmap(sqlite3_file *file, int deletes) {
  return real(file)->pMethods->xShmUnmap(real(file), deletes);
}

static int wrapped_fetch(sqlite3_file *file, sqlite3_int64 offset, int count, void **place) {
  return real(file)->pMethods->xFetch(real(file), offset, count, place);
}

static int wrapped_unfetch(sqlite3_file *file, sqlite3_int64 offset, void *place) {
  return real(file)->pMethods->xUnfetch(real(file), offset, place);
}

static const sqlite3_io_methods wrapped_methods = {
    3,
    wrapped_close,
    wrapped_read,
    wrapped_write,
    wrapped_truncate,
    wrapped_sync,
    wrapped_size,
    wrapped_lock,
    wrapped_unlock,
    wrapped_check_lock,
    wrapped_control,
    wrapped_sector,
    wrapped_device,
    wrapped_map,
    wrapped_shared_lock,
    wrapped_barrier,
    wrapped_unmap,
    wrapped_fetch,
    wrapped_unfetch,
};

static int exists(const char *path) { return path && access(path, F_OK) == 0; }

static int wrapped_open(
    sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *result) {
  wrapped_file *wrapped = (wrapped_file *)file;
  wrapped->base.pMethods = NULL;
  int is_new = (flags & SQLITE_OPEN_CREATE) && !exists(path);
  if ((effect != PO_NO_SPACE || is_new) && fails(PO_OPEN)) return SQLITE_CANTOPEN;
  wrapped->path = path;
  wrapped->real = (sqlite3_file *)(wrapped + 1);
  int failure = plain->xOpen(plain, path, wrapped->real, flags, result);
  if (wrapped->real->pMethods) wrapped->base.pMethods = &wrapped_methods;
  if (!failure && is_new) put(PO_OPEN, path, 0, 0, NULL);
  return failure;
}

static int wrapped_delete(sqlite3_vfs *vfs, const char *path, int syncs) {
  if (fails(PO_DELETE)) return SQLITE_IOERR_DELETE;
  int failure = plain->xDelete(plain, path, syncs);
  if (!failure) put(PO_DELETE, path, syncs, 0, NULL);
  return failure;
}

static int wrapped_access(sqlite3_vfs *vfs, const char *path, int flags, int *result) {
  if (fails(PO_ACCESS)) return SQLITE_IOERR_ACCESS;
  return plain->xAccess(plain, path, flags, result);
}

static sqlite3_vfs wrapped_vfs;

const char *po_plain_vfs(void) { return plain->zName; }

int po_faults_install(void) {
  static const sqlite3_mem_methods methods = {
      take, give, resize, size_of, round_up, start, stop, NULL};
  int failure = sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
  // Makes each small block an allocation, too.
  if (!failure) failure = sqlite3_config(SQLITE_CONFIG_LOOKASIDE, 0, 0);
  if (!failure) failure = sqlite3_initialize();
  if (failure) return failure;
  plain = sqlite3_vfs_find(NULL);
  // The functions that are not wrapped are copied.
  wrapped_vfs = *plain;
  wrapped_vfs.pNext = NULL;
  wrapped_vfs.zName = "persistent objects: faults";
  wrapped_vfs.szOsFile = (int)sizeof(wrapped_file) + plain->szOsFile;
  wrapped_vfs.xOpen = wrapped_open;
  wrapped_vfs.xDelete = wrapped_delete;
  wrapped_vfs.xAccess = wrapped_access;
  return sqlite3_vfs_register(&wrapped_vfs, 1);
}

// The watchdog.

static char watched[512];

static void say(const char *text) {
  if (write(STDERR_FILENO, text, strlen(text)) < 0) return;
}

static void die(int signal) {
  say(signal == SIGALRM ? "\nIt did not end: " : "\nThe process died: ");
  say(watched);
  say("\n");
  if (signal == SIGALRM) abort();
}

void po_watch(const char *place, unsigned seconds) {
  strncpy(watched, place, sizeof watched - 1);
  struct sigaction action = {.sa_handler = die, .sa_flags = (int)SA_RESETHAND};
  int signals[] = {SIGALRM, SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE};
  for (size_t index = 0; index < sizeof signals / sizeof *signals; index++) {
    sigaction(signals[index], &action, NULL);
  }
  alarm(seconds);
}
