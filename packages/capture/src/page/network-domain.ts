/** Parameters of `Network.enable`: the browser keeps no responses, and its events contain no request bodies (0 would be unlimited). */
export const withoutBodies = { maxTotalBufferSize: 0, maxResourceBufferSize: 0, maxPostDataSize: 1 } as const;
