/**
 * How a browser is separated from the worker:
 * - `dynamic-user`, if the worker has root privileges: namespaces, and a separate user that owns nothing.
 * - `user-namespace`: namespaces; outside them, the browser's user is the worker's user.
 */
export type IsolationKind = 'dynamic-user' | 'user-namespace';
