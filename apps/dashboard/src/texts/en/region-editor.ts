export const regionEditorTexts = {
  title: 'Areas ignored in future checks',
  hint: 'Drag over the picture to ignore a region, or add one here. Use the wheel to zoom.',
  result: (share: string, isChange: boolean) =>
    isChange
      ? `${share} of the pixels would differ. This counts as a change`
      : `${share} of the pixels would differ. This does not count as a change`,
  sides: { left: 'Left', top: 'Top', width: 'Width', height: 'Height' },
  side: (region: number, side: string) => `Region ${region}: ${side}`,
  remove: (region: number) => `Remove region ${region}`,
  add: 'Add region',
  addDifferences: 'Add all differences',
  threshold: 'Threshold',
  thresholdHint: 'The page counts as changed if more than this fraction of pixels differs.',
  selectors: 'Ignored elements',
  selectorsHint: 'CSS selectors, one per line. They take effect with the next capture.',
  scope: 'Applies to',
  scopes: { item: 'This page', schedule: 'All pages in this schedule' },
  preview: (captures: number) => `Test on the last ${captures} captures`,
  previewTitle: 'Recent captures with these regions ignored',
  wouldChange: (share: string) => `Changed by ${share}`,
  wouldNotChange: 'No change',
  tooFew: 'There is only one capture so far.',
  saved: 'Saved. Takes effect with the next run.',
};
