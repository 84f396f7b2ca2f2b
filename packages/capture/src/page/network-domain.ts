/**
 * Parameters of `Network.enable`: the browser does not keep responses, and its events do not contain request bodies
 * (where 0 would mean unlimited).
 */
export const withoutBodies = { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: 1 } as const;
