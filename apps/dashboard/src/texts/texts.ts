import { english } from './en.ts';

export type Texts = typeof english;

/** The UI strings by language. Each language has its own folder, with the same file names and exports as `en/`. */
const languages: Record<string, Texts> = { en: english };

/** Whether `Intl` accepts a language tag. Some browsers report invalid ones, such as `en-US@posix`. */
function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

const preferred = navigator.languages.filter(isLanguageTag);
/** The viewer's first supported language. */
export const language: string =
  preferred.map((tag) => tag.split('-')[0]!).find((one) => one in languages) ?? 'en';

/** The texts in the viewer's first supported language. */
export const texts: Texts = languages[language]!;

/** The viewer's first language, for dates and numbers. */
export const locale: string = preferred[0] ?? language;
