export const settingsTabs = ['keys', 'limits', 'audit'] as const;
export type SettingsTab = (typeof settingsTabs)[number];

export function parseSettingsSearch({ tab }: Record<string, unknown>): { tab?: SettingsTab } {
  const known = settingsTabs.find((one) => one === tab);
  return known ? { tab: known } : {};
}
