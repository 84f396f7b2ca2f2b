import {
  type CaptureSettings,
  type Comparison,
  type ItemExpansion,
  itemSettings,
  type OwnComparison,
  ownSettings,
  type ScheduleItem,
} from '@shotclock/contracts';

/** The expansions that a response includes in addition to the specified fields; none by default. */
export type ExpandItem = { expand?: ReadonlySet<ItemExpansion> };

/** The comparison settings of an item that override those of its schedule. `conditions`: null overrides them with none. */
export type OwnValues = Partial<Omit<Comparison, 'mode'>>;

type StoredItem = CaptureSettings & {
  id: number;
  explicit: string[] | null;
  tags: string[];
  comparison: OwnValues | null;
  createdAt: Date;
  updatedAt: Date;
};

/** Specification, section 2.1. */
export function itemResource(row: StoredItem, expand?: ReadonlySet<string>): ScheduleItem {
  return {
    id: row.id,
    ...itemSettings(row),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    ...(expand?.has('options') && { options: row.options }),
    ...(expand?.has('own') && { own: ownSettings(row) }),
    ...(expand?.has('tags') && { tags: row.tags }),
    ...(expand?.has('comparison') && { comparison: row.comparison && ownComparison(row.comparison) }),
  };
}

export function ownComparison(own: OwnValues): OwnComparison {
  const { threshold, ignoredSelectors, ignoredRegions, regions, conditions, compare, confirm, recent } = own;
  return {
    threshold: threshold ?? null,
    ignoredSelectors: ignoredSelectors ?? null,
    ignoredRegions: ignoredRegions ?? null,
    regions: regions ?? null,
    conditions: conditions === null ? {} : (conditions ?? null),
    compare: compare ?? null,
    confirm: confirm ?? null,
    recent: recent ?? null,
  };
}
