// Runs in the page (see with-parts.ts).
import type { Script } from '../model/browser-facts.ts';

declare const OffscreenCanvas: new (
  width: number,
  height: number,
) => {
  getContext(kind: '2d'): {
    font: string;
    fillText(text: string, x: number, y: number): void;
    getImageData(x: number, y: number, width: number, height: number): { data: Uint8ClampedArray };
  };
};

/** Returns the scripts for which the browser has no font. */
export function missingScripts(): Script[] {
  const size = 32;
  const pixelsOf = (character: string) => {
    const context = new OffscreenCanvas(size, size).getContext('2d');
    context.font = '24px sans-serif';
    context.fillText(character, 2, 26);
    return context.getImageData(0, 0, size, size).data.join();
  };
  // Without a font, all characters look the same: empty, or the same box.
  const samples: [Script, string, string][] = [
    ['latin', 'A', 'B'],
    ['cjk', '\u6f22', '\u5b57'],
    ['emoji', '\u{1f600}', '\u{1f680}'],
  ];
  return samples.filter(([, one, other]) => pixelsOf(one) === pixelsOf(other)).map(([script]) => script);
}
