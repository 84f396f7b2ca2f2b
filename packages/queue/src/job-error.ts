/**
 * Whether the queue responded that the job is missing or that another worker holds it. Only these errors have a numeric code.
 */
export const isJobError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'number';
