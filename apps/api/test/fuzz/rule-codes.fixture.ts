import type { FieldError } from '@shotclock/contracts';

/**
 * The errors from rules that JSON Schema cannot express, by code and path. Only these rules may reject a request that the
 * document permits.
 */
const ruleCodes: Record<string, RegExp> = {
  // Capture settings (specification, section 4.1).
  invalid_url: /\/url$|^\/url$/,
  url_not_allowed: /\/url$/,
  invalid_crop: /\/crop$/,
  conflict:
    /\/(fullPage|crop|element|extractHtml|extractText|width|height|userAgent|options\/(device|maxHeight))$|^\/selection$|^\/(itemIds|tags)$/,
  too_large: /\/(width|height|options\/scaleFactor)$/,
  unknown_locale: /\/options\/locale$/,
  invalid_selector: /\/(waitFor|element|selector|noSelector|numberSelector)$|\/(ignoredSelectors|hide)\/\d+$/,
  unsupported: /\/responseType$/,
  // Strings that cannot be stored: those with U+0000 or an unpaired surrogate.
  invalid_text: /./,
  // Pages.
  invalid_sort: /^\/sort$/,
  invalid_cursor: /^\/cursor$/,
  not_with_cursor: /^\/(page|sort)$/,
  invalid_time: /^\/(at|from|to|nextRunFrom|nextRunTo)$|\/(firstRunAt|endsAt)$/,
  too_many_periods: /^\/from$/,
  not_with_at: /^\/screenshotId$/,
  after_to: /^\/(from|nextRunFrom)$/,
  // Additional response fields.
  invalid_expand: /^\/expand$/,
  duplicate: /^\/expand$/,
  too_many_items: /^\/expand$/,
  // Tags.
  invalid_tag: /^\/tag$/,
  // Verdicts on pages.
  invalid_pattern: /\/blockUrls\/\d+$/,
  invalid_verdict: /^\/verdict$|\/failWhen\/verdict$/,
  invalid_status: /^\/httpStatus$|\/failWhen\/status$/,
  // Timing and policy.
  required:
    /^\/schedule\/(firstRunAt|intervalValue|intervalUnit|cronExpression)$|^\/config\/(url|token|chat|channel|to)$|\/conditions\/numberSelector$/,
  not_applicable:
    /^\/schedule\/(firstRunAt|intervalValue|intervalUnit|cronExpression)$|^\/timing\/(at|weekday)$|\/regions$|\/conditions\/(numberSelector|decimal)$/,
  out_of_range: /\/schedule\/(firstRunAt|intervalValue)$|\/conditions\/above$/,
  in_the_past: /\/(schedule\/firstRunAt|expiresAt)$/,
  too_frequent: /\/schedule\/(intervalValue|cronExpression)$/,
  invalid_cron: /\/schedule\/cronExpression$/,
  never_runs: /\/schedule\/(firstRunAt|cronExpression)$/,
  no_run_left: /\/policy\/endsAt$/,
  before_first_run: /\/policy\/endsAt$/,
  unknown_timezone: /^(\/policy)?\/timezone$|\/options\/timezone$/,
  // Content-change checks and the wallet.
  invalid_region: /\/(ignoredRegions|regions)\/\d+$/,
  outside_image: /\/(ignoredRegions|regions)\/\d+$/,
  too_precise: /^\/amount$/,
  unknown: /ScreenshotId$|^\/selection\/ids\/\d+$/,
  // Alerts.
  unknown_field: /^\/config\/\w+$/,
  address_not_allowed: /^\/config\/(url|server|failureUrl)$/,
  never_matches: /^\/(minimumRatio|failuresInARow|scheduleIds|itemIds|tags|quietHours)$/,
  not_found: /^\/(scheduleIds|itemIds|destinationIds|scheduleId)$/,
};

export function isRuleError({ code, path }: FieldError): boolean {
  return ruleCodes[code]?.test(path) ?? false;
}
