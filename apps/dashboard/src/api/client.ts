import { createClient } from '@shotclock/client';
import createQueryApi from 'openapi-react-query';

/** The public API. A session's cookie is sent with each request, because the dashboard has the origin of the API. */
export const client = createClient({ baseUrl: globalThis.location.origin, maxRetries: 1 });

/** Hooks of TanStack Query for every path of the API. */
export const api = createQueryApi(client);
