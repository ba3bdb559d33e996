// A virtual table for finding rows by key, one after the other, with a statement that stays open:
//
//     SELECT r.name FROM "persistent objects: sought key"() AS k LEFT JOIN person AS r ON r.pk = k.key
//
// Ending and starting a statement costs SQLite as much as the find itself. This one is stepped from
// key to key: before each step the caller puts a key into a place that the connection's table reads
// from, and the step gives the row with that key, or NULLs. A step without a new key ends the rows.
#ifndef PERSISTENT_OBJECTS_CSQLITE_SOUGHT_KEY_H
#define PERSISTENT_OBJECTS_CSQLITE_SOUGHT_KEY_H

#include <sqlite3.h>
#include <string.h>

/// The name is one that no class's table is given.
#define PO_SOUGHT_KEY_TABLE "persistent objects: sought key"

/// Where the key of the next step is put.
typedef struct {
  sqlite3_int64 key;
  /// Set by who puts a key in, cleared by the table when it takes the key.
  int is_new;
} po_sought_key;

typedef struct {
  sqlite3_vtab base;
  po_sought_key *place;
} po_sought_key_table;

typedef struct {
  sqlite3_vtab_cursor base;
  sqlite3_int64 key;
  int is_at_end;
} po_sought_key_cursor;

static inline int po_sought_key_connect(
    sqlite3 *db, void *place, int argc, const char *const *argv, sqlite3_vtab **result,
    char **message) {
  (void)argc, (void)argv, (void)message;
  int failure = sqlite3_declare_vtab(db, "CREATE TABLE k (key INTEGER)");
  // Views and triggers, which may come with a file from elsewhere, are not to use it.
  if (!failure) failure = sqlite3_vtab_config(db, SQLITE_VTAB_DIRECTONLY);
  if (failure) return failure;
  po_sought_key_table *table = (po_sought_key_table *)sqlite3_malloc(sizeof *table);
  if (!table) return SQLITE_NOMEM;
  memset(table, 0, sizeof *table);
  table->place = (po_sought_key *)place;
  *result = &table->base;
  return SQLITE_OK;
}

static inline int po_sought_key_disconnect(sqlite3_vtab *table) {
  sqlite3_free(table);
  return SQLITE_OK;
}

/// There is one way to read it, and it gives one row at a time.
static inline int po_sought_key_best_index(sqlite3_vtab *table, sqlite3_index_info *info) {
  (void)table;
  info->estimatedCost = 1;
  info->estimatedRows = 1;
  return SQLITE_OK;
}

static inline int po_sought_key_open(sqlite3_vtab *table, sqlite3_vtab_cursor **result) {
  (void)table;
  po_sought_key_cursor *cursor = (po_sought_key_cursor *)sqlite3_malloc(sizeof *cursor);
  if (!cursor) return SQLITE_NOMEM;
  memset(cursor, 0, sizeof *cursor);
  *result = &cursor->base;
  return SQLITE_OK;
}

static inline int po_sought_key_close(sqlite3_vtab_cursor *cursor) {
  sqlite3_free(cursor);
  return SQLITE_OK;
}

static inline int po_sought_key_next(sqlite3_vtab_cursor *base) {
  po_sought_key_cursor *cursor = (po_sought_key_cursor *)base;
  po_sought_key *place = ((po_sought_key_table *)base->pVtab)->place;
  cursor->is_at_end = !place->is_new;
  cursor->key = place->key;
  place->is_new = 0;
  return SQLITE_OK;
}

static inline int po_sought_key_filter(
    sqlite3_vtab_cursor *cursor, int plan, const char *text, int argc, sqlite3_value **argv) {
  (void)plan, (void)text, (void)argc, (void)argv;
  return po_sought_key_next(cursor);
}

static inline int po_sought_key_is_at_end(sqlite3_vtab_cursor *cursor) {
  return ((po_sought_key_cursor *)cursor)->is_at_end;
}

static inline int po_sought_key_column(
    sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column) {
  (void)column;
  sqlite3_result_int64(context, ((po_sought_key_cursor *)cursor)->key);
  return SQLITE_OK;
}

static inline int po_sought_key_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *row) {
  *row = ((po_sought_key_cursor *)cursor)->key;
  return SQLITE_OK;
}

/// Without `xCreate` the table is there by its name alone, and no file can have one of its kind.
static const sqlite3_module po_sought_key_module = {
    .xConnect = po_sought_key_connect,
    .xDisconnect = po_sought_key_disconnect,
    .xBestIndex = po_sought_key_best_index,
    .xOpen = po_sought_key_open,
    .xClose = po_sought_key_close,
    .xFilter = po_sought_key_filter,
    .xNext = po_sought_key_next,
    .xEof = po_sought_key_is_at_end,
    .xColumn = po_sought_key_column,
    .xRowid = po_sought_key_rowid,
};

/// Gives a connection the table, and the place from which it reads. The place stays as long as the
/// connection, that is until its last statement is gone.
static inline int po_sought_key_register(sqlite3 *db, po_sought_key **place) {
  *place = (po_sought_key *)sqlite3_malloc(sizeof **place);
  if (!*place) return SQLITE_NOMEM;
  memset(*place, 0, sizeof **place);
  return sqlite3_create_module_v2(
      db, PO_SOUGHT_KEY_TABLE, &po_sought_key_module, *place, sqlite3_free);
}

#endif
