import { Skeleton } from '@mantine/core';

/** In place of a list that loads: as many rows, each as high, as the list will have. */
export function SkeletonRows({ count, height = 40 }: { count: number; height?: number }) {
  return (
    <div aria-hidden="true" style={{ padding: 16, display: 'grid', gap: 10 }}>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} height={height} radius="sm" />
      ))}
    </div>
  );
}
