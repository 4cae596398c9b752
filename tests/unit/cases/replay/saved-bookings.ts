/** Bookings of real people as a browser saves them, and what a service receives when they are sent again. */

import assert from 'node:assert/strict';
import { lastFailed } from '../../../../cases/compare.ts';
import { readImported } from '../../../../cases/import/read-imported.ts';
import type { ReplayParts, SoughtEnding } from '../../../../cases/replay/replay.ts';
import { createSharing } from '../../../../client/redaction/sharing.ts';
import type { OfferFact } from '../../../../contracts/facts.ts';
import type { GuestIntent, PassengerIntent } from '../../../../contracts/intents.ts';
import type { Target } from '../../../../contracts/target.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import { runner } from '../../../../engine/run.ts';
import { walker } from '../../../../engine/walk.ts';
import { simulatedTime, targetReading } from '../../../../prover/walked-world.ts';
import { type SupplierCode, suppliers } from '../../../../sandbox/data/hotels.ts';
import type { DialectId } from '../../../../sandbox/dialects.ts';
import type { FaultId } from '../../../../sandbox/faults.ts';
import type { OddityId } from '../../../../sandbox/oddities.ts';
import type { Sandbox } from '../../../../sandbox/server.ts';
import { startMs } from '../../sandbox/caller.ts';
import { type FlightPartner, flightPartner } from '../../sandbox/flight-partner.ts';
import { type HotelPartner, hotelPartner } from '../../sandbox/hotel-partner.ts';
import { listened } from '../import/listened.ts';

export type Place = {
  readonly dialect: DialectId;
  readonly oddities?: readonly OddityId[];
  readonly faults?: readonly FaultId[];
};

/** People who are as real as a test allows. */
const named = (isChild: boolean) => ({ firstName: isChild ? 'Karlchen' : 'Petra', lastName: 'Realperson' });

export const realGuest = (guest: GuestIntent): GuestIntent => ({ ...guest, ...named(guest.isChild) });

export const realPassenger = (passenger: PassengerIntent): PassengerIntent => ({
  ...passenger,
  ...named(passenger.isChild),
  document: { number: passenger.isChild ? 'C01X00T47' : 'C01X00T48', expiresOn: '2036-01-31' },
});

const contacts: readonly (readonly [planted: string, of: string])[] = [
  ['petra.realperson@mail.example', 'desk@partner.invalid'],
  ['+4915112345678', '+70000000000'],
  ['+4915112345678', '+358000000000'],
];

/** What must not be sent again, in any case. */
export const planted = ['Petra', 'Karlchen', 'Realperson', 'mail.example', '15112345678', 'C01X00T4'];

export const isOf =
  (supplier: SupplierCode) =>
  (offer: OfferFact): boolean =>
    suppliers.some(({ code, name }) => code === supplier && (offer.supplier === code || offer.supplier === name)) &&
    typeof offer.freeCancellationUntil === 'string';

export type Saved = { readonly har: string; readonly trace: Trace };

export const saved = async (
  sandbox: Sandbox,
  { dialect, oddities = [], faults = [] }: Place,
  story: (partners: { readonly hotels: HotelPartner; readonly flights: FlightPartner }) => Promise<unknown>,
): Promise<Saved> => {
  const { baseUrl } = sandbox.openWorld({ scale: 'small', dialect, oddities, faults, now: () => startMs });
  const { origin, pathname } = new URL(baseUrl);
  const ear = await listened(origin, () => startMs);
  const here = `${ear.url}${pathname}`;
  try {
    const flights = await flightPartner(here, dialect);
    await story({ hotels: await hotelPartner(here, dialect), flights });
  } finally {
    await ear.close();
  }
  const har = contacts.reduce((text, [real, invented]) => text.replaceAll(invented, real), ear.har());
  const { trace } = readImported(har, { target: targetReading(dialect, baseUrl), fileName: 'saved.har' });
  return { har, trace };
};

export const endingOf = ({ trace }: Pick<Saved, 'trace'>): SoughtEnding => {
  const ended = lastFailed(trace);
  assert.ok(ended);
  return { ended, trace };
};

/** 80 days later, in its own world. @returns What was made of it, and all that the service has received. */
export const sentAgain = async <Made>(
  sandbox: Sandbox,
  { dialect, oddities = [], faults = [], may }: Place & { readonly may?: Target['may'] },
  replayed: (parts: ReplayParts) => Promise<Made>,
): Promise<{ readonly made: Made; readonly received: string }> => {
  const { now, delay } = simulatedTime(() => startMs + 80 * 86_400_000);
  const { baseUrl } = sandbox.openWorld({ scale: 'small', dialect, oddities, faults, now });
  const { origin, pathname } = new URL(baseUrl);
  const ear = await listened(origin, now);
  const target = targetReading(dialect, `${ear.url}${pathname}`);
  const transport = { proxy: 'none', now, delay } as const;
  const running = runner({ target: { ...target, ...(may && { may }) }, seed: 5, transport });
  try {
    const single = walker({ id: 'repro' }, { ...createSharing(), record: running.record });
    const made = await replayed({ walker: single, isSameTarget: true, seed: 5 });
    return { made, received: ear.har() };
  } finally {
    await running.close();
    await ear.close();
  }
};
