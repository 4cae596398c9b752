/** Days as everything that sells counts them: dates are `YYYY-MM-DD`, and every day begins at midnight UTC. */

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** The moment a date begins; undefined for what is no date of the calendar. */
export const dayIn = (text: string): number | undefined => {
  const atMs = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  // Some days that no month has are taken for the next ones.
  return Number.isNaN(atMs) || dateOf(atMs) !== text ? undefined : atMs;
};

export const dateOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10);
