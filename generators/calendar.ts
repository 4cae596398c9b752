/** Days of the calendar, which drawn numbers become once the present of a target is known. */

const dayMs = 86_400_000;

/** `YYYY-MM-DD` in UTC, so many days after a moment, or before it. */
export const dayAfter = (moment: number | string, days: number): string => {
  const ms = typeof moment === 'number' ? moment : Date.parse(moment);
  return new Date(ms + days * dayMs).toISOString().slice(0, 10);
};

/** The same day of another year, or the day after where that year has none. */
export const yearsBefore = (day: string, years: number): string => {
  const date = new Date(day);
  return new Date(Date.UTC(date.getUTCFullYear() - years, date.getUTCMonth(), date.getUTCDate()))
    .toISOString()
    .slice(0, 10);
};
