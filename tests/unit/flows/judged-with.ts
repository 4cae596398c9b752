/** How many clauses a standard gate of the sandbox judges with so many bookings and tickets: a table of docs/use/depth.md. */
import type { Sandbox } from '../../../sandbox/server.ts';
import { depthRun } from './depth-run.ts';

/** What a run may do. */
export const bookingsAllowed = [0, 1, 2, 4, 8, 16] as const;
export const ticketsAllowed = [0, 2, 4, 8] as const;

export type Allowed = { readonly bookings: number; readonly tickets: number };

/** Long after what a day of any test asks. */
const perDay = 10_000;

export const judgedWith = async (sandbox: Sandbox, { bookings, tickets }: Allowed): Promise<number> => {
  const { standings } = await depthRun(sandbox, {
    depth: 'standard',
    seed: 1,
    dialect: 'nested',
    targetOf: (target) => ({
      ...target,
      may: { ...target.may, books: { perRun: bookings, perDay }, tickets: { perRun: tickets, perDay } },
    }),
  });
  return standings.filter(({ outcome }) => outcome === 'pass').length;
};

export const page = new URL('../../../docs/use/depth.md', import.meta.url);

/** The table of the page, from its head to its last row. */
export const table = /^\| bookings a run.*\n(?:\|.*\n)+/m;

/** The clauses that the page names, by the words of its table. */
export const judgedOnPage = (text: string): ReadonlyMap<string, number> => {
  const rows = table.exec(text)?.[0].trim().split('\n').slice(2) ?? [];
  return new Map(
    rows.flatMap((row) => {
      const [bookings = Number.NaN, ...judged] = row.match(/\d+/g)?.map(Number) ?? [];
      return judged.map((each, at): [string, number] => [
        nameOf({ bookings, tickets: ticketsAllowed[at] ?? -1 }),
        each,
      ]);
    }),
  );
};

export const nameOf = ({ bookings, tickets }: Allowed): string => `${bookings} bookings and ${tickets} tickets`;
