/** The categories of hosts that a capture can block. */
export const blockCategories = ['ads', 'trackers', 'chats'] as const;
export type BlockCategory = (typeof blockCategories)[number];
