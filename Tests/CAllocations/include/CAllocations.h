// Counts the allocations of this process by replacing the C library's functions.
#ifndef PERSISTENT_OBJECTS_CALLOCATIONS_H
#define PERSISTENT_OBJECTS_CALLOCATIONS_H

/// Whether allocations can be counted on this platform: only with the GNU C library.
int po_can_count_allocations(void);

/// The number of allocations of this thread, without those of SQLite.
long po_allocation_count(void);

/// Leaves SQLite's allocations out of the count. Call it before SQLite is used for the first time.
/// Returns SQLite's result code, 0 for success.
int po_leave_out_sqlite(void);

#endif
