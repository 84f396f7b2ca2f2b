/** What a new feed lists: the changes of a schedule, or all changes of the account. */
export type FeedSubject = { name: string; scheduleId: number | null };
