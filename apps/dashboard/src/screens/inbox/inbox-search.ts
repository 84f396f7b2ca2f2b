/** The state of the screen in the URL. */
export type InboxSearch = {
  /** The delivery that is open; the newest one of the page by default. */
  message?: number;
  page?: number;
};

export const parseInboxSearch = ({ message, page }: Record<string, unknown>): InboxSearch => ({
  ...(isPositive(message) && { message }),
  ...(isPositive(page) && { page }),
});

const isPositive = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
