/**
 * Environment variables that configure glibc's allocator for processes that handle images. Blocks of at least 128 KiB are
 * returned to the system as soon as they are freed. By default, glibc raises this threshold to the size of the largest
 * freed block, up to 32 MiB (mallopt(3), M_MMAP_THRESHOLD). The heap then fragments, and a worker holds on to hundreds of
 * MiB of free memory. The allocator reads these variables when a process starts; other C libraries ignore them.
 */
export const mallocSettings = { MALLOC_MMAP_THRESHOLD_: String(128 * 1_024) } as const;
