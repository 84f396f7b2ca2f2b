/** The command did what it should; it failed; its arguments are wrong; it found faults, such as missing objects; Ctrl-C ended it. */
export const exitCodes = { done: 0, failed: 1, usage: 2, faults: 3, interrupted: 130 } as const;
