#include "CAllocations.h"

#include <sqlite3.h>
#include <stdlib.h>

#if defined(__GLIBC__)

#include <errno.h>
#include <malloc.h>

// The names under which glibc keeps the original functions for programs that replace malloc.
extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);
extern void __libc_free(void *);

// In the executable's own thread-local storage, so that accessing it does not allocate.
static __thread long count __attribute__((tls_model("initial-exec")));

void *malloc(size_t size) {
  count++;
  return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
  count++;
  return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
  count++;
  return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
  count++;
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **block, size_t alignment, size_t size) {
  *block = memalign(alignment, size);
  return *block ? 0 : ENOMEM;
}

int po_can_count_allocations(void) { return 1; }
long po_allocation_count(void) { return count; }

static void *take(int size) { return __libc_malloc((size_t)size); }
static void *resize(void *block, int size) { return __libc_realloc(block, (size_t)size); }
static int size_of(void *block) { return (int)malloc_usable_size(block); }
static int round_up(int size) { return (size + 7) & ~7; }
static int start(void *unused) { return SQLITE_OK; }
static void stop(void *unused) {}

int po_leave_out_sqlite(void) {
  static const sqlite3_mem_methods methods = {
      take, __libc_free, resize, size_of, round_up, start, stop, NULL};
  return sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
}

#else

int po_can_count_allocations(void) { return 0; }
long po_allocation_count(void) { return 0; }
int po_leave_out_sqlite(void) { return SQLITE_OK; }

#endif
