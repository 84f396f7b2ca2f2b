import { type Problem, ProblemError } from '@shotclock/client';

/** The problem document in the response to a failed request; null if the response did not contain one. */
export const problemOf = (error: unknown): Problem | null =>
  error instanceof ProblemError ? error.problem : null;

/**
 * The error that a screen shows instead of its content, or null. After a temporary failure to refresh, the content stays. After a 404
 * response, it does not, because the resource no longer exists.
 */
export function blockingError({ data, error }: { data: unknown; error: unknown }): unknown {
  const status = problemOf(error)?.status ?? 503;
  const isTemporary = status >= 500 || status === 429;
  return data !== undefined && isTemporary ? null : error;
}

/** Whether a request failed because its resource does not exist or was deleted. */
export const isMissing = (error: unknown): boolean => problemOf(error)?.status === 404;

/** The messages of a problem, by the JSON Pointer of the field. */
export function fieldMessages(error: unknown): Map<string, string> {
  const messages = new Map<string, string>();
  for (const { path, message } of problemOf(error)?.errors ?? [])
    if (!messages.has(path)) messages.set(path, capitalize(message));
  return messages;
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
