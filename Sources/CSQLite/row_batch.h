// A virtual table that shows rows which lie in the program's memory. A statement has them bound to a
// parameter, so that it takes many rows in one run:
//
//     INSERT OR FAIL INTO person (pk, name) SELECT c0, c1 FROM _persistent_rows(?1)
//     UPDATE person SET age = b.c1 FROM _persistent_rows(?1) AS b WHERE person.pk = b.c0
//     SELECT pk, name FROM person WHERE pk IN (SELECT c0 FROM _persistent_rows(?1))
//
// Ending and starting a statement for each row costs SQLite about a quarter of an insertion, and as much
// as finding a row by its key. A statement that has come to the end of its rows goes on if the program
// puts others in their place before the next step:
//
//     SELECT r.name FROM _persistent_rows(?1) AS k LEFT JOIN person AS r ON r.pk = k.c0
#ifndef PERSISTENT_OBJECTS_CSQLITE_ROW_BATCH_H
#define PERSISTENT_OBJECTS_CSQLITE_ROW_BATCH_H

#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

/// No class has a table of this name.
#define PO_ROW_BATCH_TABLE "_persistent_rows"

/// The type of the pointer that is bound, as SQLite compares it.
#define PO_ROW_BATCH_POINTER "po_row_batch"

/// The number of columns that the table has: c0, c1 and so on.
#define PO_ROW_BATCH_COLUMNS 128

/// The rows that are bound to a parameter. They stay as they are while the statement is stepped.
typedef struct {
  const void *cells;
  int width;
  sqlite3_int64 count;
  /// Whether these rows have taken the place of others, so that the next one is the first of them.
  int is_next;
} po_row_batch;

/// Makes a cell, counted from the first one of the rows, the result of a column.
typedef void (*po_row_batch_give)(sqlite3_context *context, const void *cells, sqlite3_int64 index);

typedef struct {
  sqlite3_vtab base;
  po_row_batch_give give;
} po_row_batch_table;

typedef struct {
  sqlite3_vtab_cursor base;
  po_row_batch *rows;
  sqlite3_int64 position;
} po_row_batch_cursor;

static inline int po_row_batch_connect(
    sqlite3 *db, void *give, int argc, const char *const *argv, sqlite3_vtab **result,
    char **message) {
  (void)argc, (void)argv, (void)message;
  char sql[32 + PO_ROW_BATCH_COLUMNS * 6];
  int length = snprintf(sql, sizeof sql, "CREATE TABLE r (c0");
  for (int column = 1; column < PO_ROW_BATCH_COLUMNS; column++) {
    length += snprintf(sql + length, sizeof sql - (size_t)length, ", c%d", column);
  }
  snprintf(sql + length, sizeof sql - (size_t)length, ", batch HIDDEN)");
  int failure = sqlite3_declare_vtab(db, sql);
  // Views and triggers, which may come with a file from elsewhere, are not to use it.
  if (!failure) failure = sqlite3_vtab_config(db, SQLITE_VTAB_DIRECTONLY);
  if (failure) return failure;
  po_row_batch_table *table = (po_row_batch_table *)sqlite3_malloc(sizeof *table);
  if (!table) return SQLITE_NOMEM;
  memset(table, 0, sizeof *table);
  table->give = (po_row_batch_give)give;
  *result = &table->base;
  return SQLITE_OK;
}

static inline int po_row_batch_disconnect(sqlite3_vtab *table) {
  sqlite3_free(table);
  return SQLITE_OK;
}

/// The one way to read the table is from the first to the last row of the batch that is bound.
static inline int po_row_batch_best_index(sqlite3_vtab *table, sqlite3_index_info *info) {
  (void)table;
  for (int i = 0; i < info->nConstraint; i++) {
    if (info->aConstraint[i].iColumn != PO_ROW_BATCH_COLUMNS) continue;
    if (!info->aConstraint[i].usable) return SQLITE_CONSTRAINT;
    if (info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ) continue;
    info->aConstraintUsage[i].argvIndex = 1;
    info->aConstraintUsage[i].omit = 1;
    info->estimatedCost = 100;
    info->estimatedRows = 100;
    return SQLITE_OK;
  }
  return SQLITE_CONSTRAINT;
}

static inline int po_row_batch_open(sqlite3_vtab *table, sqlite3_vtab_cursor **result) {
  (void)table;
  po_row_batch_cursor *cursor = (po_row_batch_cursor *)sqlite3_malloc(sizeof *cursor);
  if (!cursor) return SQLITE_NOMEM;
  memset(cursor, 0, sizeof *cursor);
  *result = &cursor->base;
  return SQLITE_OK;
}

static inline int po_row_batch_close(sqlite3_vtab_cursor *cursor) {
  sqlite3_free(cursor);
  return SQLITE_OK;
}

static inline int po_row_batch_filter(
    sqlite3_vtab_cursor *base, int plan, const char *text, int argc, sqlite3_value **argv) {
  (void)plan, (void)text, (void)argc;
  po_row_batch_cursor *cursor = (po_row_batch_cursor *)base;
  cursor->rows = (po_row_batch *)sqlite3_value_pointer(argv[0], PO_ROW_BATCH_POINTER);
  cursor->position = 0;
  if (cursor->rows) cursor->rows->is_next = 0;
  return SQLITE_OK;
}

static inline int po_row_batch_next(sqlite3_vtab_cursor *base) {
  po_row_batch_cursor *cursor = (po_row_batch_cursor *)base;
  cursor->position = cursor->rows->is_next ? 0 : cursor->position + 1;
  cursor->rows->is_next = 0;
  return SQLITE_OK;
}

static inline int po_row_batch_is_at_end(sqlite3_vtab_cursor *base) {
  po_row_batch_cursor *cursor = (po_row_batch_cursor *)base;
  return !cursor->rows || cursor->position >= cursor->rows->count;
}

static inline int po_row_batch_column(
    sqlite3_vtab_cursor *base, sqlite3_context *context, int column) {
  po_row_batch_cursor *cursor = (po_row_batch_cursor *)base;
  po_row_batch_table *table = (po_row_batch_table *)base->pVtab;
  if (column < cursor->rows->width) {
    table->give(context, cursor->rows->cells, cursor->position * cursor->rows->width + column);
  }
  return SQLITE_OK;
}

static inline int po_row_batch_row_id(sqlite3_vtab_cursor *base, sqlite3_int64 *row) {
  *row = ((po_row_batch_cursor *)base)->position;
  return SQLITE_OK;
}

/// Without `xCreate` the table is there by its name alone, and no file can have one of its kind.
static const sqlite3_module po_row_batch_module = {
    .xConnect = po_row_batch_connect,
    .xBestIndex = po_row_batch_best_index,
    .xDisconnect = po_row_batch_disconnect,
    .xOpen = po_row_batch_open,
    .xClose = po_row_batch_close,
    .xFilter = po_row_batch_filter,
    .xNext = po_row_batch_next,
    .xEof = po_row_batch_is_at_end,
    .xColumn = po_row_batch_column,
    .xRowid = po_row_batch_row_id,
};

/// Lets the statements of a connection take rows from the program.
static inline int po_row_batch_register(sqlite3 *db, po_row_batch_give give) {
  return sqlite3_create_module(db, PO_ROW_BATCH_TABLE, &po_row_batch_module, (void *)give);
}

/// Binds rows, which stay where they are until the parameter is bound anew.
static inline int po_row_batch_bind(sqlite3_stmt *statement, int parameter, po_row_batch *rows) {
  return sqlite3_bind_pointer(statement, parameter, rows, PO_ROW_BATCH_POINTER, 0);
}

#endif
