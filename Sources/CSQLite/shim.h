// Swift cannot call C functions with variable arguments, and cannot see the
// SQLITE_STATIC and SQLITE_TRANSIENT casts; these wrappers stand in for them.
#ifndef PERSISTENT_OBJECTS_CSQLITE_SHIM_H
#define PERSISTENT_OBJECTS_CSQLITE_SHIM_H

#include <sqlite3.h>

/// Leaves the write-ahead log as it is when this connection closes.
static inline int po_sqlite3_disable_checkpoint_on_close(sqlite3 *db) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

/// Refuses SQL that could corrupt the file on purpose (writable schema and the like).
static inline int po_sqlite3_enable_defensive_mode(sqlite3 *db) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}

/// Binds bytes that SQLite copies before the call returns.
static inline int po_sqlite3_bind_blob_copy(sqlite3_stmt *s, int i, const void *p, sqlite3_uint64 n) {
  return sqlite3_bind_blob64(s, i, p, n, SQLITE_TRANSIENT);
}

/// Binds UTF-8 text that SQLite copies before the call returns.
static inline int po_sqlite3_bind_text_copy(sqlite3_stmt *s, int i, const char *p, sqlite3_uint64 n) {
  return sqlite3_bind_text64(s, i, p, n, SQLITE_TRANSIENT, SQLITE_UTF8);
}

#endif
