/** Explores flights by the combinations of their domain: who flies, there alone or back too, and how far ahead. */
import { succeeded } from '../../contracts/outcome.ts';
import type { Session } from '../../engine/session.ts';
import { flightSearch } from '../../flows/steps/find-flights.ts';
import { clausesOfOwn } from '../../flows/steps/mixed-up.ts';
import { type FlightLook, flightLooks } from '../../generators/domain-draws.ts';
import { picked } from '../../generators/picked.ts';
import { exploration } from '../exploration.ts';

const look = async (session: Session, { flight, seed }: FlightLook): Promise<void> => {
  const { ask } = session;
  const search = flightSearch(session, flight);
  const found = await ask('avia-search', search);
  const { searchId, flightOffers = [] } = found.facts;
  const [offer] = picked(flightOffers, 1, seed);
  if (!succeeded(found.exchange) || typeof searchId !== 'string' || !offer) return;
  for (const operation of ['avia-offer-price', 'fare-rules'] as const)
    await ask(operation, { searchId, offer, search });
};

/** Whatever flies with these passengers then: nothing, and a refusal, are as lawful as any. */
export const exploreFlightDomain = exploration<FlightLook[]>('explore-flight-domain', {
  story:
    'Search flights for passengers, a trip and days ahead that were not seen together; read price and rules of one.',
  phase: 'main',
  operations: ['avia-search', 'avia-offer-price', 'fare-rules'],
  exercises: clausesOfOwn(['json', 'avia-search', 'avia-offer-price', 'fare-rules']),
  input: flightLooks({ touches: [] }),
  aim: (touches, { known }) => flightLooks({ touches, daysAhead: known.departureDaysAhead }),
  run: async (session, looks) => {
    for (const each of looks) await look(session, each);
  },
});
