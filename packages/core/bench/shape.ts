/** What the benchmark's records look like: three years, 40 % of a day's in ten minutes, and one full hour every month. */
export const firstDay = '2023-01-01';
export const months = 36;
/** On the first of every month, this UTC hour holds 0.5 % of all records: 50,000 of 10,000,000. */
export const burstHour = 12;
