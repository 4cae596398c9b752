/** The bookings that every world has from the start: what no partner can make alone. */
import { preflightPartner } from '../access/tokens.ts';
import { fareFamilies } from '../data/flight-trade.ts';
import { dateOf, dayMs } from '../sales.ts';
import type { Passenger } from './canonical.ts';
import { faresOf, flightsOn, priceOfFares } from './flights.ts';
import type { FlightWorld } from './rules.ts';
import type { FlightOffer, StoredPnr } from './state.ts';

const passenger: Passenger = {
  firstName: 'Solveig',
  lastName: 'Aalto',
  birthDate: '1984-06-12',
  gender: 'female',
  citizenship: 'FI',
  document: { number: 'X4418820', expiresOn: '2099-12-31' },
  isChild: false,
};

type Seed = Pick<StoredPnr, 'bookingId' | 'locator' | 'clientId'> & {
  readonly headOffice?: string;
  /** The ten digits that its ticket number ends in. */
  readonly number: string;
  readonly status: 'open' | 'used';
};

const seeds: readonly Seed[] = [
  // Of an agency of the first partner, who may look at it and no more.
  {
    bookingId: 'c0ffee00-4d1c-4b7a-a3f2-5e6d7c8b9a01',
    locator: 'AGENCY',
    clientId: 'agency-of-preflight-partner',
    headOffice: preflightPartner.clientId,
    number: '0100000017',
    status: 'open',
  },
  {
    bookingId: 'f1e1d000-93b5-4c2e-a814-0b1c2d3e4f02',
    locator: 'FLOWNX',
    clientId: preflightPartner.clientId,
    number: '0100000024',
    status: 'used',
  },
];

const daysAhead = 30;

export const seedBookings = (world: FlightWorld): void => {
  const now = world.now();
  const flights = flightsOn('HEL', 'FCO', dateOf(now + daysAhead * dayMs)).slice(0, 1);
  const [family] = fareFamilies.filter(({ code }) => code === 'FLEX');
  if (!family) return;
  const offer: FlightOffer = { flights, family, supplier: 'SKL', party: { adults: 1, children: 0 } };
  const fares = faresOf(offer, now);
  for (const { number, status, ...seed } of seeds) {
    const ticketNumber = world.dialect.ticketNumberOf({ accountingCode: '421', carrier: 'NV', number });
    world.flights.pnrs.put({
      ...seed,
      number: 0,
      createdAtMs: now,
      offer,
      passengers: [passenger],
      fares,
      price: priceOfFares(fares),
      contact: { email: 'desk@agency.invalid', phone: '+358000000000' },
      tickets: fares.map((fare) => ({
        ticketNumber,
        passenger: 0,
        issuedAtMs: now,
        fare,
        coupons: flights.map((flight) => ({ flight, status })),
      })),
    });
  }
};
