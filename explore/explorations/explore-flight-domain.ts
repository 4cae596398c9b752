/** Explores flights by the combinations of their domain: who flies, there alone or back too, and how far ahead. */
import { clausesOf } from '../../contracts/clauses.ts';
import { succeeded } from '../../contracts/outcome.ts';
import { asOther, type Session } from '../../engine/session.ts';
import { flightSearch } from '../../flows/steps/find-flights.ts';
import { picked } from '../../generators/draws.ts';
import { type FlightLook, flightLooks } from '../../generators/least-shown-draws.ts';
import { exploration } from '../exploration.ts';

const look = async (own: Session, { flight, isElsewhere, isByOther, seed }: FlightLook): Promise<void> => {
  const { known, otherPartner } = own.target;
  const session = isByOther && otherPartner ? asOther(own) : own;
  const { ask } = session;
  const usual = flightSearch(session, flight);
  const [route = usual.route] = isElsewhere ? picked(known.otherRoutes ?? [], 1, seed) : [];
  const search = { ...usual, route };
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
    'Search flights for passengers, a trip, days ahead, a route and a partner that were not seen together; read price and rules of one.',
  phase: 'main',
  operations: ['avia-search', 'avia-offer-price', 'fare-rules'],
  exercises: clausesOf(['json', 'avia-search', 'avia-offer-price', 'fare-rules'], {
    except: ['avia-offer-price.other-partner-sees-nothing', 'fare-rules.other-partner-sees-nothing'],
  }),
  input: flightLooks({ together: [] }),
  leastShown: (together, target) => flightLooks({ together, target }),
  run: async (session, looks) => {
    for (const each of looks) await look(session, each);
  },
});
