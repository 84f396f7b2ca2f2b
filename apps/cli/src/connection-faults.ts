const untrusted =
  'its certificate is not trusted; NODE_EXTRA_CA_CERTS can name a file with the certificate of its CA';

const reasons: Record<string, string> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'the connection was closed',
  UND_ERR_SOCKET: 'the connection was closed',
  ENOENT: 'there is no socket',
  ENOTFOUND: 'the host is unknown',
  EAI_AGAIN: 'the host name cannot be resolved',
  ETIMEDOUT: 'no response',
  CONNECT_TIMEOUT: 'no response',
  UND_ERR_CONNECT_TIMEOUT: 'no response',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the host',
  ERR_SSL_WRONG_VERSION_NUMBER: 'it does not use TLS; try http://',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'it does not use TLS; try http://',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
};

/** Returns why a connection failed, in words. */
export function connectionFault(error: unknown): string {
  const { code = '', message = '', cause } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  // Drizzle wraps the errors of the driver, which have a code.
  if (code === '' && cause !== undefined) return connectionFault(cause);
  return reasons[code] ?? message.trim().split('\n').at(-1)!;
}
