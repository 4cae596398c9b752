/** A booking ledger in a folder of its own, and what is about to be written into it. */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileLedger, type IntendedHotel, type Ledger } from '../../../client/booking-ledger.ts';
import { startMs } from './test-server.ts';

export const account = { baseUrl: 'https://a.test/base', clientId: 'client-1234567890' };
export const plenty = { perRun: 100, perDay: 100 };

export const folder = async (t: TestContext): Promise<string> => {
  const parent = await mkdtemp(join(tmpdir(), 'booking-ledger-'));
  t.after(() => rm(parent, { recursive: true }));
  return join(parent, 'state', 'ledger');
};

export const intended = (letter: string, more: Partial<IntendedHotel> = {}): IntendedHotel => ({
  ...{ mark: `Pfq${letter.repeat(12)}`, run: 'r1', partner: 'own' },
  begunAt: new Date(startMs).toISOString(),
  settledBy: new Date(startMs + 60_000).toISOString(),
  createdAt: new Date(startMs).toISOString(),
  ...{ checkIn: '2027-01-01', endsBy: startMs + 600_000 },
  ...more,
});

export const markOf = (letter: string): string => intended(letter).mark;
export const marks = async (ledger: Ledger): Promise<string[]> => (await ledger.entries()).map(({ mark }) => mark);

export const inFile = async (t: TestContext) => {
  const directory = await folder(t);
  const now = () => startMs;
  const path = async () => join(directory, (await readdir(directory)).find((name) => name.endsWith('.json')) ?? '');
  return { directory, path, ledger: fileLedger({ directory, account, now }), now };
};
