// A virtual table from which one statement takes all the rows that the program makes while it runs:
//
//     INSERT OR FAIL INTO person (pk, name) SELECT c0, c1 FROM "persistent objects: made row"()
//
// Ending and starting a statement for each row costs SQLite about a quarter of the insertion. Before
// each row this table has the caller fill the cells that its columns are read from.
#ifndef PERSISTENT_OBJECTS_CSQLITE_ROW_SOURCE_H
#define PERSISTENT_OBJECTS_CSQLITE_ROW_SOURCE_H

#include <stdio.h>

#include "virtual_table.h"

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
  return po_virtual_connect(db, sql, source, result);
}

/// How many rows will be made is not known.
static inline int po_row_source_best_index(sqlite3_vtab *table, sqlite3_index_info *info) {
  (void)table;
  info->estimatedCost = 1000;
  info->estimatedRows = 1000;
  return SQLITE_OK;
}

static inline int po_row_source_next(sqlite3_vtab_cursor *base) {
  po_virtual_cursor *cursor = (po_virtual_cursor *)base;
  po_row_source *source = (po_row_source *)po_virtual_place(base);
  int made = source->make ? source->make(source->maker) : 0;
  cursor->is_at_end = made <= 0;
  cursor->row++;
  return made < 0 ? SQLITE_ABORT : SQLITE_OK;
}

static inline int po_row_source_column(
    sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column) {
  const po_row_source *source = (const po_row_source *)po_virtual_place(cursor);
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

static const sqlite3_module po_row_source_module = {
    PO_VIRTUAL_TABLE_METHODS,
    .xConnect = po_row_source_connect,
    .xBestIndex = po_row_source_best_index,
    .xNext = po_row_source_next,
    .xColumn = po_row_source_column,
};

/// Gives a connection the table, and the place where it finds who makes rows.
static inline int po_row_source_register(sqlite3 *db, po_row_source **source) {
  void *place = NULL;
  int failure = po_virtual_register(
      db, PO_ROW_SOURCE_TABLE, &po_row_source_module, sizeof **source, &place);
  *source = (po_row_source *)place;
  return failure;
}

#endif
