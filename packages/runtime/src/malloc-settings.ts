/**
 * Environment variables for processes that hold images, for the allocator of glibc: memory of 128 KiB or more is returned to the system
 * when it is freed. Otherwise, the allocator raises this limit to the size of what was freed, up to 32 MiB, and keeps hundreds of
 * MiB of a worker's free memory in pieces (mallopt(3), M_MMAP_THRESHOLD). It reads them when the process starts. Other C libraries
 * ignore them.
 */
export const mallocSettings = { MALLOC_MMAP_THRESHOLD_: String(128 * 1_024) } as const;
