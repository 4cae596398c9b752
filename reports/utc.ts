/** A moment as a person reads it: `2026-08-31 08:22:51 UTC`. */

export const utc = (iso: string): string => `${iso.slice(0, 19).replace('T', ' ')} UTC`;
