/** The path of a resource of a feed, below the token that permits the request. */
export const feedPath = (token: string, resource: string): string =>
  `/api/v1/shared-feeds/${token}/${resource}`;
