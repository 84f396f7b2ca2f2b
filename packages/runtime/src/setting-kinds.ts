import { resolve } from 'node:path';

/** How one sort of setting is read. `parse` answers undefined for a text that `mayBe` does not cover. */
export type Kind<T> = {
  readonly parse: (text: string) => T | undefined;
  /** What the value may be, to follow "must be". */
  readonly mayBe: string;
};

export const text = (mayBe: string): Kind<string> => ({ mayBe, parse: (value) => value });

/** A path, made absolute, so that it means the same in a child process with another working directory. */
export const path = (mayBe: string): Kind<string> => ({ mayBe, parse: (value) => resolve(value) });

export const integer = (minimum: number, maximum: number): Kind<number> => ({
  mayBe: `a whole number from ${minimum} to ${maximum}`,
  parse: (value) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
    return number >= minimum && number <= maximum ? number : undefined;
  },
});

/** An amount of credits, which has four decimals at most. */
export const credits = (maximum: number): Kind<number> => ({
  mayBe: `an amount from 0 to ${maximum} with at most four decimals`,
  parse: (value) => {
    const number = /^\d{1,15}(\.\d{1,4})?$/.test(value) ? Number(value) : Number.NaN;
    return number <= maximum ? number : undefined;
  },
});

export const oneOf = <const T extends string>(...values: readonly T[]): Kind<T> => ({
  mayBe: `one of ${values.join(', ')}`,
  parse: (value) => values.find((candidate) => candidate === value),
});

export const flag = (yes: string, no: string): Kind<boolean> => ({
  mayBe: `${yes} or ${no}`,
  parse: (value) => (value === yes ? true : value === no ? false : undefined),
});

/** A URL with one of the schemes, handed on as it was written. */
export const url = (...schemes: readonly string[]): Kind<string> => ({
  mayBe: `a URL that starts with ${schemes.map((scheme) => `${scheme}://`).join(' or ')}`,
  parse: (value) => (hasScheme(value, schemes) ? value : undefined),
});

/** The address that others build on: http(s), without query or fragment; trailing slashes are dropped. */
export const baseUrl: Kind<string> = {
  mayBe: 'a URL that starts with http:// or https://, without ? and #',
  parse: (value) =>
    hasScheme(value, ['http', 'https']) && !/[?#]/.test(value) ? value.replace(/\/+$/, '') : undefined,
};

function hasScheme(value: string, schemes: readonly string[]): boolean {
  return schemes.some((scheme) => value.startsWith(`${scheme}://`)) && URL.canParse(value);
}
