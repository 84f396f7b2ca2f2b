/** The distribution of the records: three years, 40% of each day's records within ten minutes, and one busy hour per month. */
export const firstDay = '2023-01-01';
export const months = 36;
/** On the first of every month, this UTC hour contains 0.5% of all records: 50,000 of 10,000,000. */
export const burstHour = 12;
