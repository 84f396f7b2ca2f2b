/** The state of the screen in the URL. */
export type InboxSearch = {
  /** ID of the selected delivery; by default, the newest one on the page. */
  message?: number;
  page?: number;
};

export const parseInboxSearch = ({ message, page }: Record<string, unknown>): InboxSearch => ({
  ...(isPositive(message) && { message }),
  ...(isPositive(page) && { page }),
});

const isPositive = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
