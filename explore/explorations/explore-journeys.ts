import fc from 'fast-check';
import { clausesOf } from '../../contracts/clauses.ts';
import type { FlightSearch } from '../../contracts/intents.ts';
import { idText } from '../../contracts/subjects.ts';
import type { Session } from '../../engine/session.ts';
import { routeOf } from '../../flows/steps/find-flights.ts';
import { factsUnlessRefused } from '../../flows/steps/needs.ts';
import { picked, pickSeed } from '../../generators/draws.ts';
import { rareJourneyOn, rareJourneys } from '../../generators/requests/journeys.ts';
import { exploration } from '../exploration.ts';

const flightsMax = 3;
const offersMax = 1;

const readSchedule = async ({ ask, target: { bindings } }: Session, search: FlightSearch): Promise<void> => {
  if (!bindings['avia-schedule']) return;
  const flights = factsUnlessRefused(await ask('avia-schedule', search))?.flights ?? [];
  if (flights.length === 0 || !bindings['avia-availability']) return;
  await ask('avia-availability', { flights: flights.slice(0, flightsMax), search });
};

/** Asks about flights on days and for parties that are lawful and rare. Each may be refused, and nothing need fly. */
export const exploreJourneys = exploration('explore-journeys', {
  story:
    'Ask for flights there and back in a day, over a leap day, far ahead or of large parties, and price what is found.',
  phase: 'main',
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
