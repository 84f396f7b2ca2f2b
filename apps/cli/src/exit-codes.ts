/** The command did what it should; it failed; its arguments are wrong; it found faults, such as missing objects. */
export const exitCodes = { done: 0, failed: 1, usage: 2, faults: 3 } as const;
