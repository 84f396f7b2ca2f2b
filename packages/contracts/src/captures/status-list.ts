/** Whether a text is a list of HTTP statuses (`404`) or classes (`4xx`), separated by commas. */
export const isStatusList = (text: string): boolean =>
  text.split(',').every((status) => /^[1-5](?:\d\d|xx)$/.test(status));

/** The code and the message of the field error for any other text. */
export const invalidStatusList = {
  code: 'invalid_status',
  message: 'must be a list of statuses (404) or classes (4xx), separated by commas',
} as const;
