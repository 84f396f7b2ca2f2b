/**
 * Whether the queue responded that the job is missing or that another worker holds it. Of all errors, only these have a number as
 * their code.
 */
export const isJobError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'number';
