/** What a user wants to be told about: a schedule or a page, with the name for the rule. */
export type Subject = { name: string } & ({ scheduleId: number } | { itemId: number });
