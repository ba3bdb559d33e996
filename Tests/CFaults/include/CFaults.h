// Makes a chosen file operation or allocation of SQLite fail, and records on a tape what SQLite does to files. SQLite's
// usual VFS is wrapped, and the wrapper is the default: every database opened in this process uses it.
#ifndef PERSISTENT_OBJECTS_CFAULTS_H
#define PERSISTENT_OBJECTS_CFAULTS_H

#include <sqlite3.h>

/// The operations that can fail. Their sum chooses the operations that are counted.
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

/// The way in which an operation fails.
enum {
  /// As on a broken device: EIO. An allocation returns no memory.
  PO_BROKEN = 0,
  /// As on a full disk: ENOSPC, for operations that need space.
  PO_NO_SPACE = 1,
  /// A read or a write does its first half.
  PO_SHORT = 2,
};

/// What has happened since the faults were armed.
typedef struct {
  /// The number of operations of the chosen kinds.
  long met;
  /// The number of operations that failed.
  long failed;
  /// The kind of the first operation that failed.
  int operation;
} po_fault_report;

/// Installs the wrappers. Call it before SQLite is used for the first time. Returns SQLite's result code, 0 for
/// success.
int po_faults_install(void);

/// The name of the wrapped VFS, which opens files without faults.
const char *po_plain_vfs(void);

/// Makes the `nth` of the chosen operations fail, counted from 1; with `persists` also those after it.
void po_faults_arm(int operations, int effect, long nth, int persists);

/// Makes nothing fail, and counts nothing, until `po_faults_resume`.
void po_faults_pause(void);
void po_faults_resume(void);

/// Ends the faults.
po_fault_report po_faults_disarm(void);

/// The report so far; the faults continue.
po_fault_report po_faults_so_far(void);

/// An operation on a file, or a mark.
typedef struct {
  /// `PO_OPEN` (of a file that did not exist), `PO_WRITE`, `PO_TRUNCATE`, `PO_SYNC` or `PO_DELETE`; 0 for a mark.
  int operation;
  /// The file's path; NULL for a mark.
  const char *path;
  /// The offset of a write, the file's length after a truncation, or the number of a mark; 1 for a
  /// deletion that is on the disk when it returns.
  sqlite3_int64 offset;
  int count;
  const unsigned char *bytes;
} po_tape_entry;

/// Starts an empty tape.
void po_tape_start(void);
/// Stops the tape; its contents stay until the next one starts.
void po_tape_stop(void);
/// Puts a mark on the tape.
void po_tape_mark(sqlite3_int64 number);
long po_tape_count(void);
const po_tape_entry *po_tape_entry_at(long index);

/// Makes the process print `place`, and end with failure, when it traps or when `seconds` have
/// passed since the last call. The text is copied.
void po_watch(const char *place, unsigned seconds);

#endif
