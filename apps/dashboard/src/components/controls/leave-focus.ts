/** Removes focus after a click or a drag, so that the screen's shortcuts work again. Keyboard users keep focus. */
export function leaveFocus(): void {
  setTimeout(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
}
