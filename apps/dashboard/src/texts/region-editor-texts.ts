import { regionEditorTexts as english } from './en/region-editor.ts';
import { language } from './texts.ts';

/** Separate from the other texts, because only the region editor loads them. */
const languages: Record<string, typeof english> = { en: english };

export const regionEditorTexts: typeof english = languages[language]!;
