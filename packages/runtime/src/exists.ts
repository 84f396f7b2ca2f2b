import { access } from 'node:fs/promises';

/** Whether the file or folder exists. */
export const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
