/** Moments as people of any country read them, in UTC whatever the zone of this machine. */

const date = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric', year: 'numeric' });

/** `20 Nov 2026` */
export const dateText = (iso: string): string => {
  const parts = Object.fromEntries(date.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]));
  return `${parts.day} ${parts.month} ${parts.year}`;
};

/** `12:30` */
export const timeText = (iso: string): string => iso.slice(11, 16);

/** `20 Nov 2026, 12:30 UTC` */
export const momentText = (iso: string): string => `${dateText(iso)}, ${timeText(iso)} UTC`;
