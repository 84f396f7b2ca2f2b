/** What a new rule is about, in the URL. */
export type RuleSearch = { scheduleId?: number; itemId?: number };

export const parseRuleSearch = ({ scheduleId, itemId }: Record<string, unknown>): RuleSearch => ({
  ...(isId(scheduleId) && { scheduleId }),
  ...(isId(itemId) && { itemId }),
});

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
