/** Explores searches of flights: combinations not yet tested together, and journeys that are lawful and rare. */

import fc from 'fast-check';
import { clausesOf } from '../../contracts/clauses.ts';
import type { FlightSearch } from '../../contracts/intents.ts';
import { succeeded } from '../../contracts/outcome.ts';
import { idText } from '../../contracts/subjects.ts';
import { asOther, type Session } from '../../engine/session.ts';
import { flightSearch, routeOf } from '../../flows/steps/find-flights.ts';
import { factsUnlessRefused } from '../../flows/steps/needs.ts';
import { picked, pickSeed } from '../../generators/draws.ts';
import { type FlightLook, flightLooks } from '../../generators/least-shown-draws.ts';
import { rareJourneyOn, rareJourneys } from '../../generators/requests/rare-travel.ts';
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

/** No result and a refusal are lawful, too. */
export const exploreFlightDomain = exploration<FlightLook[]>('explore-flight-domain', {
  story:
    'Search flights for passengers, a trip, days ahead, a route and a partner that were not seen together; read price and rules of one.',
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

const flightsMax = 3;
const offersMax = 1;

const readSchedule = async ({ ask, target: { bindings } }: Session, search: FlightSearch): Promise<void> => {
  if (!bindings['avia-schedule']) return;
  const flights = factsUnlessRefused(await ask('avia-schedule', search))?.flights ?? [];
  if (flights.length === 0 || !bindings['avia-availability']) return;
  await ask('avia-availability', { flights: flights.slice(0, flightsMax), search });
};

/** Searches lawful and rare journeys. No result and a refusal are lawful, too. */
export const exploreJourneys = exploration('explore-journeys', {
  story:
    'Ask for flights there and back in a day, over a leap day, far ahead or of large parties, and price what is found.',
  operations: ['avia-schedule', 'avia-availability', 'avia-search', 'avia-offer-price', 'fare-rules'],
  exercises: [
    ...clausesOf(['json', 'avia-search', 'avia-offer-price', 'fare-rules'], {
      except: ['avia-offer-price.other-partner-sees-nothing', 'fare-rules.other-partner-sees-nothing'],
    }),
    'avia-schedule.carries-no-price',
    'avia-availability.seats-are-told',
  ],
  input: fc.record({ journeys: rareJourneys, seed: pickSeed }),
  run: async (session, { journeys, seed }) => {
    const { ask, target } = session;
    const route = routeOf(session);
    for (const drawn of journeys) {
      const search = rareJourneyOn(drawn, { route, nowMs: session.targetNowMs() });
      await readSchedule(session, search);
      const found = factsUnlessRefused(await ask('avia-search', search));
      const searchId = idText(found?.searchId);
      if (searchId === undefined) continue;
      for (const offer of picked(found?.flightOffers ?? [], offersMax, seed)) {
        const chosen = { searchId, offer, search };
        if (target.bindings['avia-offer-price']) await ask('avia-offer-price', chosen);
        if (target.bindings['fare-rules']) await ask('fare-rules', chosen);
      }
    }
  },
});
