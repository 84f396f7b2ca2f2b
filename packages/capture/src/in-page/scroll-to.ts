// Runs in the page (see with-parts.ts).
declare function scrollTo(options: { left: number; top: number; behavior: string }): void;
declare function requestAnimationFrame(callback: () => void): number;

/** Scrolls without animation and waits for two animation frames, in which scroll listeners run and their changes are drawn. */
export async function scrollToPosition(left: number, top: number): Promise<null> {
  scrollTo({ left, top, behavior: 'instant' });
  for (let frames = 0; frames < 2; frames++)
    await new Promise<void>((resolve) => {
      // A page that is not painted does not run animation frames.
      const timer = setTimeout(resolve, 100);
      requestAnimationFrame(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  return null;
}
