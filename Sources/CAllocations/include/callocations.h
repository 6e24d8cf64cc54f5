// Counts this process's allocations: whoever links this target gets its malloc in place of the C library's.
#ifndef CALLOCATIONS_H
#define CALLOCATIONS_H

#include <stdint.h>

/// How often memory was asked for so far (malloc, calloc, realloc and aligned kinds), by all threads.
uint64_t allocations_so_far(void);

/// The bytes of memory that are in use now, as the allocator counts them.
uint64_t allocated_bytes(void);

#endif
