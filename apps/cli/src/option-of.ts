/** Returns the option for a request field: `--expires-at` for `/expiresAt`, `--schedules` for `/limits/schedules`. */
export function optionOf(path: string): string {
  const field = path.split('/').findLast((part) => !/^\d*$/.test(part))!;
  return optionName(field);
}

export const optionName = (field: string): string =>
  `--${field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
