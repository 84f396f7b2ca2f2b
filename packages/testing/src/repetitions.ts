/**
 * Number of repetitions of a randomized test: `usual` in `pnpm test`, and `thorough` in `pnpm test:thorough`, which runs
 * Vitest in the mode of that name.
 */
export function repetitions({ usual, thorough }: { usual: number; thorough: number }): number {
  const { env } = import.meta as ImportMeta & { env?: { MODE?: string } };
  return env?.MODE === 'thorough' ? thorough : usual;
}
