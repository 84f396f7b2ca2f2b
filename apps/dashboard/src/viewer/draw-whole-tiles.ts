import OpenSeadragon from 'openseadragon';

/**
 * Draws each tile up to the pixel at which the next tile starts. OpenSeadragon draws tiles without overlap one pixel too large, so the next tile would
 * cover their last row and column.
 */
export function drawWholeTiles(viewer: OpenSeadragon.Viewer): void {
  const drawer = viewer.drawer as OpenSeadragon.DrawerBase & { minimumOverlapRequired?: () => boolean };
  drawer.minimumOverlapRequired = () => false;
  viewer.addHandler('tile-drawing', ({ tile, context }) => {
    // OpenSeadragon first draws enlarged tiles on another canvas, pixel by pixel.
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
