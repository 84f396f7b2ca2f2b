import type { DecodedImage } from './use-decoded-image.ts';

export type PictureMode = 'slider' | 'split' | 'onion' | 'switch' | 'difference';

/** A capture in a comparison: its picture and its time. */
export type Side = { screenshotId: number; url: string; label: string };

export type ModeProps = { before: Side & DecodedImage; after: Side & DecodedImage };
