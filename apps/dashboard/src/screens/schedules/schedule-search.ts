/** The state of the screen in the URL: which pages are shown. */
export type ScheduleSearch = {
  /** Starts at 0. */
  part?: number;
  /** Part of a page's URL. */
  find?: string;
};

export function parseScheduleSearch({ part, find }: Record<string, unknown>): ScheduleSearch {
  const number = Number(part);
  return {
    ...(Number.isInteger(number) && number > 0 && { part: number }),
    ...(typeof find === 'string' && find !== '' && { find }),
  };
}
