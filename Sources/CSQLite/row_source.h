// A virtual table from which one statement takes all the rows that the program makes while it runs:
//
//     INSERT OR FAIL INTO person (pk, name) SELECT c0, c1 FROM "persistent objects: made row"()
//
// Ending and starting a statement for each row costs SQLite about a quarter of the insertion. Before
// each row this table has the caller fill the cells that its columns are read from.
#ifndef PERSISTENT_OBJECTS_CSQLITE_ROW_SOURCE_H
#define PERSISTENT_OBJECTS_CSQLITE_ROW_SOURCE_H

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

/// The name is one that no class's table is given.
#define PO_ROW_SOURCE_TABLE "persistent objects: made row"

/// How many columns the table has: c0, c1 and so on.
#define PO_ROW_SOURCE_COLUMNS 128

/// One value of the row. The bytes stay as they are until the next row is made.
typedef struct {
  /// `SQLITE_INTEGER` and so on.
  int kind;
  sqlite3_int64 count;
  sqlite3_int64 integer;
  double real;
  const void *bytes;
} po_made_cell;

/// Who makes rows for the statement that runs.
typedef struct {
  const po_made_cell *cells;
  int cell_count;
  void *maker;
  /// Fills the cells: 1 if there is a row, 0 if there is none left, -1 if it failed. NULL while no
  /// statement takes rows.
  int (*make)(void *maker);
} po_row_source;

typedef struct {
  sqlite3_vtab base;
  po_row_source *source;
} po_row_source_table;

typedef struct {
  sqlite3_vtab_cursor base;
  sqlite3_int64 row;
  int is_at_end;
} po_row_source_cursor;

static inline int po_row_source_connect(
    sqlite3 *db, void *source, int argc, const char *const *argv, sqlite3_vtab **result,
    char **message) {
  (void)argc, (void)argv, (void)message;
  char sql[16 + PO_ROW_SOURCE_COLUMNS * 6];
  int length = snprintf(sql, sizeof sql, "CREATE TABLE r (c0");
  for (int column = 1; column < PO_ROW_SOURCE_COLUMNS; column++) {
    length += snprintf(sql + length, sizeof sql - (size_t)length, ", c%d", column);
  }
  snprintf(sql + length, sizeof sql - (size_t)length, ")");
  int failure = sqlite3_declare_vtab(db, sql);
  // Views and triggers, which may come with a file from elsewhere, are not to use it.
  if (!failure) failure = sqlite3_vtab_config(db, SQLITE_VTAB_DIRECTONLY);
  if (failure) return failure;
  po_row_source_table *table = (po_row_source_table *)sqlite3_malloc(sizeof *table);
  if (!table) return SQLITE_NOMEM;
  memset(table, 0, sizeof *table);
  table->source = (po_row_source *)source;
  *result = &table->base;
  return SQLITE_OK;
}

static inline int po_row_source_disconnect(sqlite3_vtab *table) {
  sqlite3_free(table);
  return SQLITE_OK;
}

/// There is one way to read it.
static inline int po_row_source_best_index(sqlite3_vtab *table, sqlite3_index_info *info) {
  (void)table;
  info->estimatedCost = 1000;
  info->estimatedRows = 1000;
  return SQLITE_OK;
}

static inline int po_row_source_open(sqlite3_vtab *table, sqlite3_vtab_cursor **result) {
  (void)table;
  po_row_source_cursor *cursor = (po_row_source_cursor *)sqlite3_malloc(sizeof *cursor);
  if (!cursor) return SQLITE_NOMEM;
  memset(cursor, 0, sizeof *cursor);
  *result = &cursor->base;
  return SQLITE_OK;
}

static inline int po_row_source_close(sqlite3_vtab_cursor *cursor) {
  sqlite3_free(cursor);
  return SQLITE_OK;
}

static inline int po_row_source_next(sqlite3_vtab_cursor *base) {
  po_row_source_cursor *cursor = (po_row_source_cursor *)base;
  po_row_source *source = ((po_row_source_table *)base->pVtab)->source;
  int made = source->make ? source->make(source->maker) : 0;
  cursor->is_at_end = made <= 0;
  cursor->row++;
  return made < 0 ? SQLITE_ABORT : SQLITE_OK;
}

static inline int po_row_source_filter(
    sqlite3_vtab_cursor *cursor, int plan, const char *text, int argc, sqlite3_value **argv) {
  (void)plan, (void)text, (void)argc, (void)argv;
  return po_row_source_next(cursor);
}

static inline int po_row_source_is_at_end(sqlite3_vtab_cursor *cursor) {
  return ((po_row_source_cursor *)cursor)->is_at_end;
}

static inline int po_row_source_column(
    sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column) {
  const po_row_source *source = ((po_row_source_table *)cursor->pVtab)->source;
  if (column >= source->cell_count) return SQLITE_OK;
  const po_made_cell *cell = source->cells + column;
  switch (cell->kind) {
    case SQLITE_INTEGER: sqlite3_result_int64(context, cell->integer); break;
    case SQLITE_FLOAT: sqlite3_result_double(context, cell->real); break;
    // No bytes are an empty text or blob, not NULL.
    case SQLITE_TEXT:
      sqlite3_result_text64(
          context, cell->count ? (const char *)cell->bytes : "", (sqlite3_uint64)cell->count,
          SQLITE_STATIC, SQLITE_UTF8);
      break;
    case SQLITE_BLOB:
      sqlite3_result_blob64(
          context, cell->count ? cell->bytes : "", (sqlite3_uint64)cell->count, SQLITE_STATIC);
      break;
    default: break;
  }
  return SQLITE_OK;
}

static inline int po_row_source_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *row) {
  *row = ((po_row_source_cursor *)cursor)->row;
  return SQLITE_OK;
}

/// Without `xCreate` the table is there by its name alone, and no file can have one of its kind.
static const sqlite3_module po_row_source_module = {
    .xConnect = po_row_source_connect,
    .xDisconnect = po_row_source_disconnect,
    .xBestIndex = po_row_source_best_index,
    .xOpen = po_row_source_open,
    .xClose = po_row_source_close,
    .xFilter = po_row_source_filter,
    .xNext = po_row_source_next,
    .xEof = po_row_source_is_at_end,
    .xColumn = po_row_source_column,
    .xRowid = po_row_source_rowid,
};

/// Gives a connection the table, and the place where it finds who makes rows. The place stays as long
/// as the connection, that is until its last statement is gone.
static inline int po_row_source_register(sqlite3 *db, po_row_source **source) {
  *source = (po_row_source *)sqlite3_malloc(sizeof **source);
  if (!*source) return SQLITE_NOMEM;
  memset(*source, 0, sizeof **source);
  return sqlite3_create_module_v2(
      db, PO_ROW_SOURCE_TABLE, &po_row_source_module, *source, sqlite3_free);
}

#endif
