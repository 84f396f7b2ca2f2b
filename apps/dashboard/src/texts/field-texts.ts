import { captureFieldTexts } from './en/capture-fields.ts';
import { language } from './texts.ts';
import type { FieldTexts } from './types/field-texts.ts';

/** Separate from the other texts, because only the capture forms load them. */
const languages: Record<string, FieldTexts> = { en: captureFieldTexts };

export const fieldTexts: FieldTexts = languages[language]!;
