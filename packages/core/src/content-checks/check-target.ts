import {
  type CaptureSettingName,
  type CaptureSettings,
  type Comparison,
  captureSettingNames,
  captureSettingTable,
  seriesOptions,
} from '@shotclock/contracts';
import { sha256Of } from '../objects/store-object.ts';

/** The name of the series for manual checks with the same capture settings and mode. */
export function requestTarget(settings: CaptureSettings, mode: Comparison['mode']): string {
  const canonicalSettings = { ...settings, options: seriesOptions(settings.options) };
  const entries = captureSettingNames
    .filter((name) => separatesSeries(name, canonicalSettings[name]))
    .map((name): [string, unknown] => [name, canonicalSettings[name]]);
  entries.push(['mode', mode]);
  const canonical = JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  return `request:${sha256Of(Buffer.from(canonical))}`;
}

function separatesSeries(name: CaptureSettingName, value: unknown): boolean {
  const setting: (typeof captureSettingTable)[CaptureSettingName] = captureSettingTable[name];
  if (setting.separatesCheckSeries === false) return false;
  return !(setting.addedLater && 'default' in setting && value === setting.default);
}
