/** Reads the days and moments of ISO 8601 that bindings and bookings report, on whatever computer it is read. */

export const hourMs = 3_600_000;

export const dayMs = 24 * hourMs;

/** How far two zones of the earth can be apart from UTC, and an hour for clocks. */
export const anyZoneMs = 15 * hourMs;

export type Moment = {
  /** Since the epoch; without a zone as if it were UTC. */
  readonly ms: number;
  readonly hasTime: boolean;
  readonly hasZone: boolean;
};

const iso = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?\s?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i;

const zoneMs = (zone: string): number => {
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
};

/** Undefined for what is neither a day nor a moment, such as a time of day. */
export const momentOf = (text: unknown): Moment | undefined => {
  const parts = typeof text === 'string' ? iso.exec(text.trim()) : null;
  if (!parts) return undefined;
  const [, year, month, day, hour, minute = '0', second = '0', fraction = '0', zone] = parts;
  const local = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour ?? 0),
    Number(minute),
    Number(second),
    Number(fraction.padEnd(3, '0').slice(0, 3)),
  );
  const ms = local - (zone === undefined ? 0 : zoneMs(zone));
  return Number.isNaN(ms) ? undefined : { ms, hasTime: hour !== undefined, hasZone: zone !== undefined };
};
