// Makes SQLite's operations on files, and its allocations, fail at a chosen one, and keeps a tape of
// what it does to files. SQLite's usual VFS is wrapped, and the wrapper is the default: whoever opens
// a database in this process uses it.
#ifndef PERSISTENT_OBJECTS_CFAULTS_H
#define PERSISTENT_OBJECTS_CFAULTS_H

#include <sqlite3.h>

/// What can fail; added up they say which operations are counted.
enum {
  PO_OPEN = 1,
  PO_READ = 2,
  PO_WRITE = 4,
  PO_TRUNCATE = 8,
  PO_SYNC = 16,
  PO_LOCK = 32,
  PO_SHARED_MEMORY = 64,
  PO_SIZE = 128,
  PO_DELETE = 256,
  PO_ACCESS = 512,
  PO_ALLOCATION = 1024,
};

/// How it fails.
enum {
  /// As on a broken device: EIO. An allocation gives no memory.
  PO_BROKEN = 0,
  /// As on a full disk: ENOSPC, for what needs room.
  PO_NO_SPACE = 1,
  /// A read or a write does its first half.
  PO_SHORT = 2,
};

/// What has happened since the faults were armed.
typedef struct {
  /// How many operations of the chosen kinds there were.
  long met;
  /// How many of them have failed.
  long failed;
  /// The kind of the first that has failed.
  int operation;
} po_fault_report;

/// Puts the wrappers in place, before SQLite is used for the first time. Returns what SQLite says to
/// it, 0 for success.
int po_faults_install(void);

/// The name of the wrapped VFS, by which files are opened without faults.
const char *po_plain_vfs(void);

/// Lets the `nth` of the chosen operations fail, counted from 1; with `persists` those after it, too.
void po_faults_arm(int operations, int effect, long nth, int persists);

/// Lets nothing fail, and counts nothing, until `po_faults_resume`.
void po_faults_pause(void);
void po_faults_resume(void);

/// Ends the faults.
po_fault_report po_faults_disarm(void);

/// The same, while they go on.
po_fault_report po_faults_so_far(void);

/// Something that was done to a file, or a mark.
typedef struct {
  /// `PO_OPEN` (a file that was not there), `PO_WRITE`, `PO_TRUNCATE`, `PO_SYNC` or `PO_DELETE`; 0 for
  /// a mark.
  int operation;
  /// The file's path; NULL for a mark.
  const char *path;
  /// Where it was written, or the file's length after it was cut; the number of a mark; 1 for a
  /// deletion that is on the disk when it returns.
  sqlite3_int64 offset;
  int count;
  const unsigned char *bytes;
} po_tape_entry;

/// Begins an empty tape.
void po_tape_start(void);
/// Ends the tape; what is on it stays until the next one begins.
void po_tape_stop(void);
/// Puts a mark on the tape.
void po_tape_mark(sqlite3_int64 number);
long po_tape_count(void);
const po_tape_entry *po_tape_entry_at(long index);

/// Has the process say what it was at, and end with failure, when it traps or when `seconds` have
/// passed since the last call. The text is copied.
void po_watch(const char *place, unsigned seconds);

#endif
