import { type FileLock, lockFile } from './file-lock.ts';

/**
 * Locks the data directory for this process with the file `<dataDir>.lock`.
 * @throws StartError while any process, including this one, holds the lock
 */
export const lockDataDir = (dataDir: string): Promise<FileLock> =>
  lockFile(
    `${dataDir}.lock`,
    (pid) =>
      `the data directory ${dataDir} is in use by another Shotclock process (pid ${pid}); stop that process, or set DATA_DIR to another folder`,
  );
