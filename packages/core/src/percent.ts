/** A ratio from 0 to 1 as a percentage with at most two decimal places. */
export const percent = (ratio: number) =>
  ratio > 0 && ratio < 0.0001 ? 'less than 0.01%' : `${Math.round(ratio * 10_000) / 100}%`;
