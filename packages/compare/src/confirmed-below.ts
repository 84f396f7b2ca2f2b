/** With `confirm: true`, visual changes to less than this fraction of the pixels are confirmed by a second capture. */
export const confirmedBelow = 0.05;
