import { alertTexts as english } from './en/alerts.ts';
import { language } from './texts.ts';

/** Separate from the other texts, because most screens do not load them. */
const languages: Record<string, typeof english> = { en: english };

export const alertTexts: typeof english = languages[language]!;
