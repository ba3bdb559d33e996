// What virtual tables have in common that are there by their name alone and give out, row by row, what
// the program makes while the statement runs. A table of this kind adds its declaration, its costs, the
// step to the next row and the columns.
#ifndef PERSISTENT_OBJECTS_CSQLITE_VIRTUAL_TABLE_H
#define PERSISTENT_OBJECTS_CSQLITE_VIRTUAL_TABLE_H

#include <sqlite3.h>
#include <string.h>

typedef struct {
  sqlite3_vtab base;
  /// The connection's place where table and program meet.
  void *place;
} po_virtual_table;

typedef struct {
  sqlite3_vtab_cursor base;
  sqlite3_int64 row;
  int is_at_end;
} po_virtual_cursor;

static inline void *po_virtual_place(const sqlite3_vtab_cursor *cursor) {
  return ((po_virtual_table *)cursor->pVtab)->place;
}

/// - Parameter declaration: the columns, as a `CREATE TABLE`.
static inline int po_virtual_connect(
    sqlite3 *db, const char *declaration, void *place, sqlite3_vtab **result) {
  int failure = sqlite3_declare_vtab(db, declaration);
  // Views and triggers, which may come with a file from elsewhere, are not to use it.
  if (!failure) failure = sqlite3_vtab_config(db, SQLITE_VTAB_DIRECTONLY);
  if (failure) return failure;
  po_virtual_table *table = (po_virtual_table *)sqlite3_malloc(sizeof *table);
  if (!table) return SQLITE_NOMEM;
  memset(table, 0, sizeof *table);
  table->place = place;
  *result = &table->base;
  return SQLITE_OK;
}

static inline int po_virtual_disconnect(sqlite3_vtab *table) {
  sqlite3_free(table);
  return SQLITE_OK;
}

static inline int po_virtual_open(sqlite3_vtab *table, sqlite3_vtab_cursor **result) {
  (void)table;
  po_virtual_cursor *cursor = (po_virtual_cursor *)sqlite3_malloc(sizeof *cursor);
  if (!cursor) return SQLITE_NOMEM;
  memset(cursor, 0, sizeof *cursor);
  *result = &cursor->base;
  return SQLITE_OK;
}

static inline int po_virtual_close(sqlite3_vtab_cursor *cursor) {
  sqlite3_free(cursor);
  return SQLITE_OK;
}

/// There is one way to read the table: from its first row on.
static inline int po_virtual_filter(
    sqlite3_vtab_cursor *cursor, int plan, const char *text, int argc, sqlite3_value **argv) {
  (void)plan, (void)text, (void)argc, (void)argv;
  return cursor->pVtab->pModule->xNext(cursor);
}

static inline int po_virtual_is_at_end(sqlite3_vtab_cursor *cursor) {
  return ((po_virtual_cursor *)cursor)->is_at_end;
}

static inline int po_virtual_row(sqlite3_vtab_cursor *cursor, sqlite3_int64 *row) {
  *row = ((po_virtual_cursor *)cursor)->row;
  return SQLITE_OK;
}

/// The methods of a module that all such tables share. Without `xCreate` the table is there by its name
/// alone, and no file can have one of its kind.
#define PO_VIRTUAL_TABLE_METHODS \
  .xDisconnect = po_virtual_disconnect, .xOpen = po_virtual_open, .xClose = po_virtual_close, \
  .xFilter = po_virtual_filter, .xEof = po_virtual_is_at_end, .xRowid = po_virtual_row

/// Gives a connection a table, and the place of `size` bytes that it shares with the program. The place
/// stays as long as the connection, that is until its last statement is gone.
static inline int po_virtual_register(
    sqlite3 *db, const char *name, const sqlite3_module *module, size_t size, void **place) {
  *place = sqlite3_malloc64(size);
  if (!*place) return SQLITE_NOMEM;
  memset(*place, 0, size);
  return sqlite3_create_module_v2(db, name, module, *place, sqlite3_free);
}

#endif
