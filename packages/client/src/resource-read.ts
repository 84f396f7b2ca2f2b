import { type Result, unwrap } from './problem-error.ts';

/** A resource and its version, for the `ifMatch` of a later change. */
export type Versioned<T> = { data: T; etag: string };

/** A resource that is being read. Await it, or call `withEtag` to read the version as well. */
export type ResourceRead<T> = Promise<T> & {
  /** @throws ProblemError, or the signal's reason */
  withEtag(): Promise<Versioned<T>>;
};

export function readResource<T>(response: Promise<Result<T>>): ResourceRead<T> {
  const resource = response.then(unwrap);
  const withEtag = async () => ({
    data: await resource,
    etag: (await response).response.headers.get('etag') ?? '',
  });
  return Object.assign(resource, { withEtag });
}
