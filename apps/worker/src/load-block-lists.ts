import { type BlockLists, readBlockLists } from '@shotclock/egress';
import { type Logger, StartError } from '@shotclock/runtime';

/**
 * Reads the operator's block lists and logs how many of their rules are used.
 * @throws StartError with the invalid entry or the name of the file that cannot be read
 */
export async function loadBlockLists(
  setting: string,
  logger: Pick<Logger, 'info'>,
): Promise<BlockLists | null> {
  const lists = await readBlockLists(setting).catch((cause: Error) => {
    throw new StartError(`BLOCK_LISTS: ${cause.message}`, { cause });
  });
  for (const list of lists?.files ?? []) logger.info(list, 'read a block list');
  return lists;
}
