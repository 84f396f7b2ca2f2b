import {
  type CaptureRequestBody,
  type ComparisonBody,
  type CreateDestinationBody,
  type CreateTimeLapseBody,
  captureCombinationErrors,
  captureFieldErrors,
  comparisonErrors,
  type DestinationConfig,
  destinationAddressFields,
  destinationConfigErrors,
  expiryErrors,
  type FieldError,
  type ItemSelection,
  itemSelectionErrors,
  largestImageOf,
  type TopUpBody,
  timeLapseErrors,
  topUpErrors,
  type UpdateItemComparison,
} from '@shotclock/contracts';
import { optionErrors } from '@shotclock/core';
import { checkUrl, type EgressAllow } from '@shotclock/egress';
import type { RequestContext } from '../request-context.ts';

/**
 * The part of a request that a rule receives. Values with an error are removed from the body and the query: a field may
 * therefore be missing, but a field that is present has the type that its schema declares. `header` returns every value
 * of a header.
 */
export type RuleRequest = {
  /** The path of the URL, without the query. */
  urlPath: string;
  body: unknown;
  query: Record<string, string | undefined>;
  header: (name: string) => string[];
};

export const urlPathOf = (url: string): string => url.split('?', 1)[0]!;

/** Checks conditions that a schema cannot express. */
export type RequestRule = (request: RuleRequest, ctx: RequestContext) => FieldError[] | Promise<FieldError[]>;

export type CaptureSource = 'manual' | 'scheduled';

/** The rules of section 4.1 for the body of a manual capture request. */
export function captureRule(allow: EgressAllow): RequestRule {
  return ({ body }) => captureErrors(body, '', 'manual', allow);
}

/** The rules of section 4.1 for a body that changes an item. Fields that the body omits keep their values. */
export function itemChangeRule(allow: EgressAllow): RequestRule {
  return ({ body }) => captureErrors(body, '', 'scheduled', allow, { isChange: true });
}

/** The rules of section 4.1 for a body that changes several items. The URLs of the items do not change. */
export const itemsChangeRule: RequestRule = ({ body }) => {
  if (!isRecord(body)) return [];
  const { selection, changes } = body;
  return [
    ...(isRecord(selection) ? itemSelectionErrors(selection as ItemSelection, '/selection') : []),
    ...captureErrors(changes, '/changes', 'scheduled', null, { isChange: true }),
  ];
};

/** The rules of section 4.1 for a body that is an array of capture requests, or that contains such an array in `field`. */
export function captureListRule(
  field: string | null,
  source: CaptureSource,
  allow: EgressAllow,
): RequestRule {
  return ({ body }) => {
    const list = field === null ? body : isRecord(body) ? body[field] : undefined;
    const path = field === null ? '' : `/${field}`;
    if (!Array.isArray(list)) return [];
    return list.flatMap((item, index) => captureErrors(item, `${path}/${index}`, source, allow));
  };
}

/** The rules for the `comparison` field of a capture request. */
export const comparisonRule: RequestRule = ({ body }) =>
  isRecord(body) && isRecord(body.comparison)
    ? comparisonErrors(body.comparison as ComparisonBody, '/comparison', largestImageOf(body))
    : [];

/** The rules for a body that is the comparison of an item. */
export const itemComparisonRule: RequestRule = ({ body }) =>
  isRecord(body) ? comparisonErrors(body as UpdateItemComparison, '') : [];

/** The rules for a top-up. */
export const topUpRule: RequestRule = ({ body }) =>
  isRecord(body) ? topUpErrors(body as Partial<TopUpBody>) : [];

/** The rule for the `expiresAt` field of a body. */
export const expiryRule: RequestRule = ({ body }) =>
  isRecord(body) ? expiryErrors(body as { expiresAt?: string | null }, Date.now()) : [];

/** The rules for a new destination. */
export function destinationRule(allow: EgressAllow): RequestRule {
  return ({ body }) => {
    if (!isRecord(body) || !isRecord(body.config)) return [];
    const { kind, config } = body as Partial<CreateDestinationBody>;
    const errors = kind === undefined ? [] : destinationConfigErrors(kind, config!, { isChange: false });
    return [...errors, ...addressErrors(config!, allow)];
  };
}

/** The rules for a change to a destination. The verb knows its kind. */
export function destinationChangeRule(allow: EgressAllow): RequestRule {
  return ({ body }) =>
    isRecord(body) && isRecord(body.config) ? addressErrors(body.config as DestinationConfig, allow) : [];
}

/** Names in addresses are resolved, and their addresses checked, whenever a message is sent. */
function addressErrors(config: Partial<DestinationConfig>, allow: EgressAllow): FieldError[] {
  return destinationAddressFields.flatMap((field) => {
    const url = config[field];
    if (url === undefined) return [];
    const check = checkUrl(url, allow);
    if (check.allowed) return [];
    const message = `is refused: ${check.reason} (the operator can permit receivers with ALERT_ALLOW)`;
    return [{ path: `/config/${field}`, code: 'address_not_allowed', message }];
  });
}

/** The rules for a new time-lapse. */
export const timeLapseRule: RequestRule = ({ body }) =>
  isRecord(body) ? timeLapseErrors(body as CreateTimeLapseBody) : [];

function captureErrors(
  item: unknown,
  path: string,
  source: CaptureSource,
  allow: EgressAllow | null,
  { isChange = false } = {},
): FieldError[] {
  if (!isRecord(item)) return [];
  const request = (isChange ? item : { fullPage: false, ...item }) as CaptureRequestBody;
  const errors = [
    ...captureFieldErrors(request, path),
    ...optionErrors(request.options, `${path}/options`),
    ...captureCombinationErrors(request, path, source),
  ];
  if (allow === null || typeof item.url !== 'string' || errors.some((error) => error.path === `${path}/url`))
    return errors;
  const check = checkUrl(item.url, allow);
  if (!check.allowed)
    errors.push({ path: `${path}/url`, code: 'url_not_allowed', message: `is refused: ${check.reason}` });
  return errors;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
