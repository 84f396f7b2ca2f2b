const lineBreaks = /\r\n?|\n/;

/**
 * A text in one line, without characters that change how it is displayed: control characters, line separators, and bidirectional
 * overrides and isolates (Unicode Standard Annex #9, section 2). Unpaired surrogates, which cannot be encoded, are replaced.
 */
export const cleanLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .trim();

/** Calls `cleanLine` for each line of a text. */
export const cleanText = (text: string): string => text.split(lineBreaks).map(cleanLine).join('\n');
