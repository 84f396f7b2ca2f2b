import {
  type CaptureOptionsBody,
  canonicalLocale,
  type FieldError,
  invalidSelector,
  invalidStatusList,
  invalidVerdictList,
  isSelector,
  isStatusList,
  isVerdictList,
} from '@shotclock/contracts';
import { canonicalTimeZone } from '../schedules/timing/canonical-time-zone.ts';
import { invalidUrlPattern, isUrlPattern } from './url-pattern.ts';

/** The errors in options that a schema cannot express. `path` is the pointer to the options. */
export function optionErrors(options: CaptureOptionsBody | null | undefined, path: string): FieldError[] {
  const errors: FieldError[] = [];
  const { timezone, locale, hide, blockUrls, failWhen } = options ?? {};
  if (timezone != null && canonicalTimeZone(timezone) !== timezone) {
    const zone = canonicalTimeZone(timezone);
    const message = zone ? `must be written ${zone}` : 'must be an IANA time zone like Europe/Paris';
    errors.push({ path: `${path}/timezone`, code: 'unknown_timezone', message });
  }
  if (locale != null && !isSupportedLocale(locale))
    errors.push({
      path: `${path}/locale`,
      code: 'unknown_locale',
      message: 'must be the BCP 47 tag of a supported language, like fr-FR',
    });
  // Entries that do not match the schema are missing from the list.
  for (const [index, selector] of (hide ?? []).entries())
    if (selector !== undefined && !isSelector(selector))
      errors.push({ path: `${path}/hide/${index}`, ...invalidSelector });
  for (const [index, pattern] of (blockUrls ?? []).entries())
    if (pattern !== undefined && !isUrlPattern(pattern))
      errors.push({ path: `${path}/blockUrls/${index}`, ...invalidUrlPattern });
  const { status, verdict } = failWhen ?? {};
  if (status !== undefined && !isStatusList(status))
    errors.push({ path: `${path}/failWhen/status`, ...invalidStatusList });
  if (verdict !== undefined && !isVerdictList(verdict))
    errors.push({ path: `${path}/failWhen/verdict`, ...invalidVerdictList });
  for (const condition of ['selector', 'noSelector'] as const)
    if (failWhen?.[condition] !== undefined && !isSelector(failWhen[condition]))
      errors.push({ path: `${path}/failWhen/${condition}`, ...invalidSelector });
  return errors;
}

const isSupportedLocale = (tag: string): boolean =>
  canonicalLocale(tag) !== null && Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
