/** Searches until something is found: the first step of every story about hotels. */
import { orElsewhere } from '../../contracts/checks/tried.ts';
import type { Facts } from '../../contracts/facts.ts';
import type { SearchIntent } from '../../contracts/intents.ts';
import type { Json } from '../../contracts/json.ts';
import { isAboutRights } from '../../contracts/subjects.ts';
import type { Session } from '../../engine/session.ts';
import { stop } from '../../engine/stop.ts';
import { type StayDraw, stayOn } from '../../generators/stays.ts';
import { type FoundHotel, hotelsIn } from './found-hotels.ts';
import { factsUnlessRefused } from './needed-facts.ts';

/** What was asked, and what came of it. */
export type Search = {
  readonly search: SearchIntent;
  /** Where the answer reported none, the story ends. */
  readonly searchId: string;
  readonly hotels: readonly [FoundHotel, ...FoundHotel[]];
  readonly facts: Facts;
};

export const regionOf = ({ target }: Pick<Session, 'target'>): Json =>
  target.known.region ?? stop('needs', 'needs known.region, where hotels can be searched, in the target file');

/** What to search for, with the stay put on the calendar of the target. */
export const searchOn = (session: Session, stay: StayDraw, preset?: string, region?: Json): SearchIntent => ({
  region: region ?? regionOf(session),
  stay: stayOn(stay, { nowMs: session.targetNowMs(), daysAhead: session.target.known.stayDaysAhead }),
  ...(preset !== undefined && { preset }),
});

const searchIdIn = ({ searchId }: Facts): string =>
  typeof searchId === 'string' || typeof searchId === 'number'
    ? String(searchId)
    : stop('refused', 'the search reported no searchId, by which later requests could name it');

/**
 * Searches with the next of the drawn stays where one search is refused, or nothing is free then: the last in the region
 * of the target, whatever other was asked for.
 */
export const findHotels = async (
  session: Session,
  wanted: {
    readonly stays: readonly StayDraw[];
    readonly preset?: string | undefined;
    readonly region?: Json | undefined;
  },
): Promise<Search> => {
  const { stays, preset, region } = wanted;
  let reason = 'found no hotel';
  let wayOut = '';
  for (const stay of stays) {
    const search = searchOn(session, stay, preset, stay === stays.at(-1) ? undefined : region);
    const asked = await session.ask('hotel-search', search);
    const facts = factsUnlessRefused(asked);
    if (!facts) reason = `was refused with HTTP ${asked.exchange.response?.status}`;
    // Another stay would be refused for the same.
    wayOut = isAboutRights(asked.exchange) ? '' : orElsewhere('hotel-search');
    if (!facts && wayOut === '') break;
    const [first, ...more] = hotelsIn(facts ?? {});
    if (facts && first) return { search, searchId: searchIdIn(facts), hotels: [first, ...more], facts };
  }
  const last = JSON.stringify(session.target.known.region);
  return stop('refused', `the search ${reason} in ${last}, for ${stays.length} different stays${wayOut}`);
};
