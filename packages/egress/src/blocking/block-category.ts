/** What a capture can block by host. */
export const blockCategories = ['ads', 'trackers', 'chats'] as const;
export type BlockCategory = (typeof blockCategories)[number];
