import { sql } from 'drizzle-orm';
import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, reference } from './columns.ts';
import { object } from './objects.ts';
import { screenshots } from './screenshots.ts';

/** The screenshot that the row was derived from; the row is deleted with it. */
const source = () => ({
  screenshotId: reference()
    .notNull()
    .references(() => screenshots.id, { onDelete: 'cascade' }),
  accountId: reference().notNull(),
  /**
   * SHA-256 of the screenshot's image, or of its check's diff. Identical images in the same account have the same
   * variants.
   */
  image: text().notNull(),
  createdAt: instant().notNull().defaultNow(),
});

/**
 * Smaller images and images in other formats, created from the image of a screenshot when they are first requested. ADR
 * 51.
 */
export const imageVariants = pgTable(
  'image_variants',
  {
    ...source(),
    /** Format, width and height, such as `webp-320x640`; for a diff, `diff-webp-320x640`; for the surroundings of an area, `around-LEFT-TOP-WIDTHxHEIGHT-webp-…`. */
    variant: text().notNull(),
    /** Null if the image exceeds the limits of the format. */
    object: object(),
  },
  (table) => [
    primaryKey({ columns: [table.screenshotId, table.variant] }),
    index('image_variants_of_image').on(table.accountId, table.image, table.variant),
    // Lets the sweep find references to an object.
    index('image_variants_of_object').on(table.object).where(sql`${table.object} is not null`),
  ],
);

/** The tiles of a screenshot's image, all in one object. ADR 51. */
export const tilePyramids = pgTable(
  'tile_pyramids',
  {
    ...source(),
    /** Size of the image in pixels. */
    width: integer().notNull(),
    height: integer().notNull(),
    /** The position of each tile in the object, followed by the size of the object. */
    offsets: integer().array().notNull(),
    object: object().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.screenshotId] }),
    index('tile_pyramids_of_image').on(table.accountId, table.image),
    index('tile_pyramids_of_object').on(table.object),
  ],
);
