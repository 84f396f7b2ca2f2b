import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';

/**
 * The security headers of every response. helmet computes them once here, because its middleware would compute them for
 * each request. Code that sends HTML or captured content replaces the content security policy with its own.
 */
export const securityHeaders: Readonly<Record<string, string>> = headersOf({
  // JSON and problem documents load nothing, and no page may show them in a frame.
  contentSecurityPolicy: {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  },
  xFrameOptions: { action: 'deny' },
  strictTransportSecurity: false,
});

/** Applies only to the host of PUBLIC_URL, because other services may run on its subdomains. */
export const strictTransport = { 'strict-transport-security': 'max-age=31536000' };

function headersOf(options: Parameters<typeof helmet>[0]): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => undefined,
  };
  helmet(options)({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}
