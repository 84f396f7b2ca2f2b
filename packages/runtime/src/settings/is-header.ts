import { validateHeaderName, validateHeaderValue } from 'node:http';

/** Whether Node can send a header with this name and value. */
export function isHeader(name: string, value: string): boolean {
  try {
    validateHeaderName(name);
    validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
