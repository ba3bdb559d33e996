// Swift cannot call C functions with variable arguments, and cannot see the
// SQLITE_STATIC and SQLITE_TRANSIENT casts; these wrappers stand in for them.
#ifndef PERSISTENT_OBJECTS_CSQLITE_SHIM_H
#define PERSISTENT_OBJECTS_CSQLITE_SHIM_H

#include <sqlite3.h>

/// Leaves the write-ahead log as it is when this connection closes.
static inline int po_sqlite3_disable_checkpoint_on_close(sqlite3 *db) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}

/// Turns off what a file from elsewhere could misuse and what hides mistakes in SQL: writing to
/// the schema, functions with side effects in views and triggers, and "double-quoted" strings,
/// which would make a wrong column name a text.
static inline int po_sqlite3_harden(sqlite3 *db) {
  int failure = sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
  if (!failure) failure = sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, (int *)0);
  if (!failure) failure = sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
  if (!failure) failure = sqlite3_db_config(db, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
  return failure;
}

/// Lets triggers and views use virtual tables that neither say that they are harmless nor forbid it.
static inline int po_sqlite3_trust_schema(sqlite3 *db) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 1, (int *)0);
}

/// Turns the checking of foreign keys on or off.
static inline int po_sqlite3_enforce_foreign_keys(sqlite3 *db, int on) {
  return sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_FKEY, on, (int *)0);
}

/// Gives a text as the result of a function; SQLite copies it.
static inline void po_sqlite3_result_text(sqlite3_context *c, const char *text, sqlite3_uint64 n) {
  sqlite3_result_text64(c, text ? text : "", n, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// The same for bytes.
static inline void po_sqlite3_result_blob(sqlite3_context *c, const void *bytes, sqlite3_uint64 n) {
  sqlite3_result_blob64(c, bytes ? bytes : "", n, SQLITE_TRANSIENT);
}

// SQLite may be built without these two; the linker then gives null.
#pragma weak sqlite3_column_table_name
#pragma weak sqlite3_column_origin_name

/// The table that a column of a result is read from; null for an expression, and where SQLite cannot tell.
static inline const char *po_sqlite3_origin_table(sqlite3_stmt *s, int i) {
  return sqlite3_column_table_name ? sqlite3_column_table_name(s, i) : 0;
}

/// The column of that table.
static inline const char *po_sqlite3_origin_column(sqlite3_stmt *s, int i) {
  return sqlite3_column_origin_name ? sqlite3_column_origin_name(s, i) : 0;
}

/// The file of a database, as SQLite has opened it.
static inline sqlite3_file *po_sqlite3_file(sqlite3 *db) {
  sqlite3_file *file = 0;
  sqlite3_file_control(db, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  return file && file->pMethods ? file : 0;
}

/// The length of the file in bytes.
static inline int po_sqlite3_file_size(sqlite3 *db, sqlite3_int64 *size) {
  sqlite3_file *file = po_sqlite3_file(db);
  return file ? file->pMethods->xFileSize(file, size) : SQLITE_CANTOPEN;
}

/// Reads the first bytes of the file as they lie there.
static inline int po_sqlite3_read(sqlite3 *db, void *bytes, int n) {
  sqlite3_file *file = po_sqlite3_file(db);
  if (!file) return SQLITE_CANTOPEN;
  return n ? file->pMethods->xRead(file, bytes, n, 0) : SQLITE_OK;
}

/// Takes the lock of a reader and gives it back: SQLITE_BUSY where another has the file to itself.
static inline int po_sqlite3_try_lock(sqlite3 *db) {
  sqlite3_file *file = po_sqlite3_file(db);
  if (!file) return SQLITE_CANTOPEN;
  int code = file->pMethods->xLock(file, SQLITE_LOCK_SHARED);
  int end = file->pMethods->xUnlock(file, SQLITE_LOCK_NONE);
  return code ? code : end;
}

#endif
