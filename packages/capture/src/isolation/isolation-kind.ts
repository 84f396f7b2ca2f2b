/**
 * How a browser is separated from the worker:
 * - `dynamic-user`, if the worker has the rights of root: namespaces, and its own user that owns nothing.
 * - `user-namespace`: namespaces; outside of them, the browser's user is that of the worker.
 */
export type IsolationKind = 'dynamic-user' | 'user-namespace';
