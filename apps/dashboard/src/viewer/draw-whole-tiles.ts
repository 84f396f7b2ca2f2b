import OpenSeadragon from 'openseadragon';

/**
 * Draws each tile up to the pixel at which the next one begins. OpenSeadragon draws tiles that do not overlap a pixel too large, and the next tile covers
 * their last row and column.
 */
export function drawWholeTiles(viewer: OpenSeadragon.Viewer): void {
  const drawer = viewer.drawer as OpenSeadragon.DrawerBase & { minimumOverlapRequired?: () => boolean };
  drawer.minimumOverlapRequired = () => false;
  viewer.addHandler('tile-drawing', ({ tile, context }) => {
    // Enlarged tiles are drawn on another canvas first, pixel by pixel.
    if (context.canvas !== drawer.canvas || !tile.position || !tile.size) return;
    const { pixelDensityRatio: density } = OpenSeadragon;
    const across = toWholePixels(tile.position.x * density, tile.size.x * density);
    const down = toWholePixels(tile.position.y * density, tile.size.y * density);
    context.transform(across.scale, 0, 0, down.scale, across.shift, down.shift);
  });
}

/** Rounds both edges to whole pixels, so that adjacent tiles still share an edge. */
export function toWholePixels(from: number, size: number): { scale: number; shift: number } {
  const start = Math.round(from);
  const scale = (Math.round(from + size) - start) / size;
  return { scale, shift: start - from * scale };
}
