/** A booking ledger in its own folder, and what is about to be written into it. */
import type { TestContext } from 'node:test';
import {
  bookingLedger,
  type IntendedFlight,
  type IntendedHotel,
  type Ledger,
} from '../../../../client/ledgers/booking-ledger.ts';
import { fileStoresOf } from '../../stores/stored.ts';
import { startMs } from '../test-server.ts';

export const account = { baseUrl: 'https://a.test/base', clientId: 'client-1234567890' };
export const plenty = { perRun: 100, perDay: 100 };

/** Of every request. */
const requested = (letter: string) =>
  ({
    mark: `Pfq${letter.repeat(12)}`,
    run: 'r1',
    partner: 'own',
    begunAt: new Date(startMs).toISOString(),
    settledBy: new Date(startMs + 60_000).toISOString(),
    createdAt: new Date(startMs).toISOString(),
    endsBy: startMs + 600_000,
  }) as const;

export const intended = (letter: string, more: Partial<IntendedHotel> = {}): IntendedHotel => ({
  ...requested(letter),
  checkIn: '2027-01-01',
  ...more,
});

export const intendedFlight = (letter: string): IntendedFlight => ({
  ...requested(letter),
  kind: 'flight',
  route: { from: 'AAA', to: 'BBB' },
  departure: '2027-01-01',
});

export const markOf = (letter: string): string => intended(letter).mark;
export const marks = async (ledger: Ledger): Promise<string[]> => (await ledger.entries()).map(({ mark }) => mark);

export const inFile = async (t: TestContext, now = () => startMs) => {
  const place = await fileStoresOf(t, 'ledger');
  const ledgerOf = (whom = account) => bookingLedger({ stores: place.open(), account: whom, now });
  return { ...place, ledgerOf, ledger: ledgerOf() };
};
