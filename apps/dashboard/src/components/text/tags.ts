/** The tag in a text. Tags do not contain commas. */
export const tagOf = (text: string): string => text.replaceAll(',', '').trim();

/** The tags in a comma-separated text. The API trims them. */
export const tagsOf = (text: string): string[] => text.split(',').filter((tag) => tag.trim());

/** Parses the tag in the search parameters of a screen. */
export const parseTag = (given: unknown): { tag?: string } => {
  const tag = tagOf(String(given ?? ''));
  return tag ? { tag } : {};
};
