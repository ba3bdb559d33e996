// Counts the allocations of this process by standing before the C library's own functions.
#ifndef PERSISTENT_OBJECTS_CALLOCATIONS_H
#define PERSISTENT_OBJECTS_CALLOCATIONS_H

/// Whether allocations can be counted here: only with the GNU C library.
int po_can_count_allocations(void);

/// How many allocations this thread has made, those of SQLite left out.
long po_allocation_count(void);

/// Makes SQLite allocate without being counted. Before SQLite is used for the first time.
/// Returns what SQLite says to it, 0 for success.
int po_leave_out_sqlite(void);

#endif
