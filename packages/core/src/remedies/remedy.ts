import type { CoreContext } from '../context.ts';

/** A change that a signed link offers. The names are part of links, which are valid for 7 to 8 days. */
export const remedyNames = ['accept-look', 'ignore-region', 'raise-threshold', 'pause-schedule'] as const;
export type RemedyName = (typeof remedyNames)[number];

export type RemedyContext = Omit<CoreContext, 'isCurrent'>;

/** What a link offers at the moment. All texts are plain text. */
export type RemedyPlan = {
  /** The page or the schedule that would change. */
  target: string;
  /** What will happen, or why nothing can or needs to be changed. */
  text: string;
  /** The URL of an image that needs no key; null if there is none. */
  pictureUrl: string | null;
  /** The change, and how the audit log records it; null if nothing can or needs to be changed. */
  change: RemedyChange | null;
};

export type RemedyChange = {
  /** The operation of the API that makes this change, and the fields that it changes. */
  action: string;
  fields: string[];
  /** Repeated calls have no further effect. */
  apply(ctx: RemedyContext): Promise<unknown>;
};

/** The path of the page of a remedy. A signature for it does not permit anything else. */
export const remedyPath = (name: RemedyName, id: number): string => `/remedies/${name}/${id}`;

/** The title of a remedy, in messages and on its page. */
export const remedyTitles: Record<RemedyName, string> = {
  'accept-look': 'Accept this look',
  'ignore-region': 'Ignore the changed region',
  'raise-threshold': 'Raise the threshold',
  'pause-schedule': 'Pause the schedule',
};
