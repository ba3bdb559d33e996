// Functions that SQLite has, but computes otherwise than Swift does: `LIKE` takes a text to end at its
// first NUL, and the average of integers is added up in doubles, which cancel large ones wrongly. They
// run for each row, so they are written here.
#ifndef PERSISTENT_OBJECTS_CSQLITE_FUNCTIONS_H
#define PERSISTENT_OBJECTS_CSQLITE_FUNCTIONS_H

#include <sqlite3.h>
#include <string.h>

/// The name of the average of integers.
#define PO_AVERAGE "_persistent_average"

static inline unsigned char po_lower(unsigned char byte) {
  return byte >= 'A' && byte <= 'Z' ? byte + 32 : byte;
}

/// The end of the character that begins at `text`.
static inline const unsigned char *po_next_character(
    const unsigned char *text, const unsigned char *end) {
  text++;
  while (text < end && (*text & 0xC0) == 0x80) text++;
  return text;
}

/// Whether a text matches a pattern of LIKE. Only ASCII letters match regardless of case, so bytes are
/// compared. After a mismatch only the last % takes up more of the text: the time is at most that of
/// comparing the pattern at each place.
static inline int po_matches(
    const unsigned char *pattern, const unsigned char *pattern_end, const unsigned char *text,
    const unsigned char *text_end, const unsigned char *escape, size_t escape_size) {
  const unsigned char *after_any = 0, *taken = 0;
  while (1) {
    int is_match = 0;
    if (pattern < pattern_end) {
      const unsigned char *next = pattern;
      int is_escaped = escape_size && (size_t)(pattern_end - pattern) >= escape_size &&
                       !memcmp(pattern, escape, escape_size);
      if (is_escaped) {
        next += escape_size;
        // An escape character at the end matches nothing.
        if (next == pattern_end) return 0;
      } else if (*pattern == '%') {
        after_any = ++pattern;
        taken = text;
        if (after_any == pattern_end) return 1;
        continue;
      }
      if (text < text_end) {
        if (!is_escaped && *next == '_') {
          pattern = next + 1;
          text = po_next_character(text, text_end);
          is_match = 1;
        } else if (po_lower(*next) == po_lower(*text)) {
          pattern = next + 1;
          text++;
          is_match = 1;
          // The rest of the character needs no look at what it could mean.
          while (is_match && pattern < pattern_end && (*pattern & 0xC0) == 0x80) {
            if (text < text_end && *pattern == *text) {
              pattern++;
              text++;
            } else {
              is_match = 0;
            }
          }
        }
      }
    } else if (text == text_end) {
      return 1;
    }
    if (is_match) continue;
    if (!after_any || taken >= text_end) return 0;
    taken = po_next_character(taken, text_end);
    pattern = after_any;
    text = taken;
  }
}

/// like(pattern, text) and like(pattern, text, escape).
static inline void po_like(sqlite3_context *context, int count, sqlite3_value **values) {
  const unsigned char *escape = 0;
  size_t escape_size = 0;
  const unsigned char *pattern = sqlite3_value_text(values[0]);
  size_t pattern_size = (size_t)sqlite3_value_bytes(values[0]);
  int longest = sqlite3_limit(
      sqlite3_context_db_handle(context), SQLITE_LIMIT_LIKE_PATTERN_LENGTH, -1);
  if (pattern_size > (size_t)longest) {
    sqlite3_result_error(context, "LIKE or GLOB pattern too complex", -1);
    return;
  }
  if (count == 3) {
    escape = sqlite3_value_text(values[2]);
    if (!escape) return;
    escape_size = (size_t)sqlite3_value_bytes(values[2]);
    if (!escape_size || po_next_character(escape, escape + escape_size) != escape + escape_size) {
      sqlite3_result_error(context, "ESCAPE expression must be a single character", -1);
      return;
    }
  }
  const unsigned char *text = sqlite3_value_text(values[1]);
  if (!pattern || !text) return;
  size_t text_size = (size_t)sqlite3_value_bytes(values[1]);
  sqlite3_result_int(
      context, po_matches(
                   pattern, pattern + pattern_size, text, text + text_size, escape, escape_size));
}

typedef struct {
  __int128 sum;
  double reals;
  sqlite3_int64 count;
  int has_reals;
} po_average;

static inline void po_average_step(sqlite3_context *context, int count, sqlite3_value **values) {
  (void)count;
  int type = sqlite3_value_numeric_type(values[0]);
  if (type == SQLITE_NULL) return;
  po_average *average = sqlite3_aggregate_context(context, sizeof *average);
  if (!average) return;
  average->count++;
  if (type == SQLITE_INTEGER) {
    average->sum += sqlite3_value_int64(values[0]);
  } else {
    // No codec of integers has written it.
    average->reals += sqlite3_value_double(values[0]);
    average->has_reals = 1;
  }
}

/// Divides what is exact first, so that no digit of the sum is lost that the average has.
static inline void po_average_finish(sqlite3_context *context) {
  po_average *average = sqlite3_aggregate_context(context, 0);
  if (!average || !average->count) return;
  double count = (double)average->count;
  __int128 exact = (__int128)1 << 53;
  double result;
  if (average->sum >= -exact && average->sum <= exact) {
    result = (double)average->sum / count;
  } else {
    result = (double)(average->sum / average->count) +
             (double)(average->sum % average->count) / count;
  }
  if (average->has_reals) result += average->reals / count;
  sqlite3_result_double(context, result);
}

/// Adds these functions to a connection. LIKE can be used in tables, indices and views as before.
static inline int po_sqlite3_add_functions(sqlite3 *db) {
  int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC;
  int failure = 0;
  for (int count = 2; count <= 3 && !failure; count++) {
    failure = sqlite3_create_function_v2(
        db, "like", count, flags | SQLITE_INNOCUOUS, 0, po_like, 0, 0, 0);
  }
  if (failure) return failure;
  return sqlite3_create_function_v2(
      db, PO_AVERAGE, 1, flags | SQLITE_DIRECTONLY, 0, 0, po_average_step, po_average_finish, 0);
}

#endif
