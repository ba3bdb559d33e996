// A virtual table for finding rows by key, one after the other, with a statement that stays open:
//
//     SELECT r.name FROM "persistent objects: sought key"() AS k LEFT JOIN person AS r ON r.pk = k.key
//
// Ending and starting a statement costs SQLite as much as the find itself. This one is stepped from
// key to key: before each step the caller puts a key into a place that the connection's table reads
// from, and the step gives the row with that key, or NULLs. A step without a new key ends the rows.
#ifndef PERSISTENT_OBJECTS_CSQLITE_SOUGHT_KEY_H
#define PERSISTENT_OBJECTS_CSQLITE_SOUGHT_KEY_H

#include "virtual_table.h"

/// The name is one that no class's table is given.
#define PO_SOUGHT_KEY_TABLE "persistent objects: sought key"

/// Where the key of the next step is put.
typedef struct {
  sqlite3_int64 key;
  /// Set by who puts a key in, cleared by the table when it takes the key.
  int is_new;
} po_sought_key;

static inline int po_sought_key_connect(
    sqlite3 *db, void *place, int argc, const char *const *argv, sqlite3_vtab **result,
    char **message) {
  (void)argc, (void)argv, (void)message;
  return po_virtual_connect(db, "CREATE TABLE k (key INTEGER)", place, result);
}

/// It gives one row at a time.
static inline int po_sought_key_best_index(sqlite3_vtab *table, sqlite3_index_info *info) {
  (void)table;
  info->estimatedCost = 1;
  info->estimatedRows = 1;
  return SQLITE_OK;
}

/// The number of a row is its key.
static inline int po_sought_key_next(sqlite3_vtab_cursor *base) {
  po_virtual_cursor *cursor = (po_virtual_cursor *)base;
  po_sought_key *place = (po_sought_key *)po_virtual_place(base);
  cursor->is_at_end = !place->is_new;
  cursor->row = place->key;
  place->is_new = 0;
  return SQLITE_OK;
}

static inline int po_sought_key_column(
    sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column) {
  (void)column;
  sqlite3_result_int64(context, ((po_virtual_cursor *)cursor)->row);
  return SQLITE_OK;
}

static const sqlite3_module po_sought_key_module = {
    PO_VIRTUAL_TABLE_METHODS,
    .xConnect = po_sought_key_connect,
    .xBestIndex = po_sought_key_best_index,
    .xNext = po_sought_key_next,
    .xColumn = po_sought_key_column,
};

/// Gives a connection the table, and the place from which it reads.
static inline int po_sought_key_register(sqlite3 *db, po_sought_key **place) {
  void *memory = NULL;
  int failure = po_virtual_register(
      db, PO_SOUGHT_KEY_TABLE, &po_sought_key_module, sizeof **place, &memory);
  *place = (po_sought_key *)memory;
  return failure;
}

#endif
