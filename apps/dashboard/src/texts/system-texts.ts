import { systemTexts as english } from './en/system.ts';
import { language } from './texts.ts';

/** The texts about the system and access to it. Separate from the other texts, because most screens do not load them. */
const languages: Record<string, typeof english> = { en: english };

export const systemTexts: typeof english = languages[language]!;
