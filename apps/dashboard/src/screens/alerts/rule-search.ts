/** What a new rule is about, in the URL. */
export type RuleSearch = {
  scheduleId?: number;
  itemId?: number;
  /** The name of the rule. */
  name?: string;
  destinationId?: number;
};

export const parseRuleSearch = ({
  scheduleId,
  itemId,
  name,
  destinationId,
}: Record<string, unknown>): RuleSearch => ({
  ...(isId(scheduleId) && { scheduleId }),
  ...(isId(itemId) && { itemId }),
  ...(typeof name === 'string' && { name }),
  ...(isId(destinationId) && { destinationId }),
});

const isId = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) > 0;
