// Runs in the page (see with-parts.ts).
declare const OffscreenCanvas: new (
  width: number,
  height: number,
) => { getContext(kind: '2d'): { measureText(text: string): { width: number } } };

/** Returns the width of a sample text in CSS pixels; 0 if the browser has no fonts. */
export function textWidth(): number {
  return new OffscreenCanvas(1, 1).getContext('2d').measureText('Shotclock').width;
}
