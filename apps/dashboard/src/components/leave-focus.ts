/** Gives up the focus after a click or a drag, so that the keys of the screen work again. Users of the keyboard keep it. */
export function leaveFocus(): void {
  setTimeout(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
}
