/** Whether an expiry is later than another; null stands for no expiry. */
export const isLater = (expiry: Date | null, other: Date | null): boolean =>
  other !== null && (expiry === null || expiry.getTime() > other.getTime());
