// The tables whose URLs `urls` contains.
import { type SQL, sql } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import { contentChecks } from '../../schema/content-checks.ts';
import { scheduleItems } from '../../schema/schedules.ts';
import { screenshots } from '../../schema/screenshots.ts';

const tables = { screenshots, contentChecks, scheduleItems };

export type UrlSource = keyof typeof tables;
export const urlSources = Object.keys(tables) as UrlSource[];

export const tableOf = (source: UrlSource) => tables[source];

/** The column of `urls_progress` with the ID up to which `urls` contains the table's URLs. */
export const progressOf = (source: UrlSource): SQL => sql`${sql.identifier(toSnakeCase(source))}`;
