import { Skeleton } from '@mantine/core';

/** Placeholders with the same number and height as the rows that are loading. */
export function SkeletonRows({ count, height = 40 }: { count: number; height?: number }) {
  return (
    <div aria-hidden="true" style={{ padding: 16, display: 'grid', gap: 10 }}>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} height={height} radius="sm" />
      ))}
    </div>
  );
}
