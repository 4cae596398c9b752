/** `npm run generate:permissions`: measures what a gate judges with few bookings and tickets, for docs/use/depth.md. */
import { readFileSync, writeFileSync } from 'node:fs';
import { startSandbox } from '../sandbox/server.ts';
import { bookingsAllowed, judgedWith, page, table, ticketsAllowed } from './unit/flows/judged-with.ts';

const sandbox = await startSandbox();
const rows: (readonly (number | string)[])[] = [
  ['bookings a run', ...ticketsAllowed.map((tickets) => `${tickets} tickets a run`)],
  ['---', ...ticketsAllowed.map(() => '---')],
];
for (const bookings of bookingsAllowed) {
  const judged: number[] = [];
  for (const tickets of ticketsAllowed) judged.push(await judgedWith(sandbox, { bookings, tickets }));
  rows.push([bookings, ...judged]);
}
await sandbox.close();
const lines = rows.map((row) => `| ${row.join(' | ')} |\n`);
writeFileSync(page, readFileSync(page, 'utf8').replace(table, lines.join('')));
