/** Searches hotels until something is found, and what a row of circumstances means for it on a target. */
import { orElsewhere } from '../../contracts/checks/tried.ts';
import type { Facts, OfferFact } from '../../contracts/facts.ts';
import type { SearchIntent } from '../../contracts/intents.ts';
import type { Json } from '../../contracts/json.ts';
import { refusedWith } from '../../contracts/outcome.ts';
import { idText, isAboutRights } from '../../contracts/subjects.ts';
import type { EnvironmentFacts } from '../../contracts/target.ts';
import { asOther, type Session, stop, stopOf } from '../../engine/session.ts';
import { picked } from '../../generators/draws.ts';
import type { DepthSample } from '../../generators/sample.ts';
import { type SearchRow, type StayDraw, stayOfRow, stayOn } from '../../generators/stays.ts';
import { factsUnlessRefused } from './needs.ts';

export type ShownHotel = {
  readonly hotelId: Json;
  /** At least one: where a search shows no offers, the hotel stands for one. */
  readonly offers: readonly [OfferFact, ...OfferFact[]];
};

const isInside = (offer: OfferFact, { at }: { readonly at: OfferFact['at'] }): boolean =>
  at.every((key, i) => offer.at[i] === key);

/** In the order of the answer. An offer that does not name its hotel is of the one that encloses it. */
export const hotelsIn = ({ offers = [], hotels = [] }: Facts): ShownHotel[] => {
  const named = [
    ...offers.map((offer) => ({
      hotelId: offer.hotelId ?? hotels.find((hotel) => isInside(offer, hotel))?.hotelId,
      offer,
    })),
    ...hotels.map(({ at, hotelId }) => ({ hotelId, offer: { at, ...(hotelId !== undefined && { hotelId }) } })),
  ];
  const byId = Map.groupBy(named, ({ hotelId }) => idText(hotelId));
  return [...byId].flatMap(([id, ofHotel]) => {
    const [first, ...more] = ofHotel;
    if (id === undefined || first?.hotelId === undefined) return [];
    return [{ hotelId: first.hotelId, offers: [first.offer, ...more.map(({ offer }) => offer)] }];
  });
};

const presetsMax = 4;

/** Some of those that the target names, and one without ranking if it names any. */
export const presetsAsked = (
  { presets = [], unrankedPresets = [] }: EnvironmentFacts,
  { seed, sample }: { readonly seed: number; readonly sample: DepthSample },
): string[] => {
  // No answer says in advance which are ranked: only all of them together surely show a ranked list.
  const asked = new Set([...picked(presets, presetsMax, seed), ...picked(unrankedPresets, 1, seed)]);
  return sample.depth === 'probe' ? [] : [...asked];
};

export const namesNoUnranked = ({ unrankedPresets = [] }: EnvironmentFacts): string | false =>
  unrankedPresets.length === 0 && 'known.unrankedPresets, names of search presets without AI ranking,';

/** Of a probe, and where no row is drawn. */
export const plainRow = { party: 'two', rooms: 1, partner: 'own', region: 0, preset: 0 } as const;

/** What a row searches for: with others to fall back on, the last of two adults in the first region. */
export type WantedStay = { readonly stays: readonly StayDraw[]; readonly region?: Json | undefined };

export const wantedBy = (session: Session, row: SearchRow, drawn: readonly StayDraw[]): WantedStay => {
  const { region, otherRegions = [] } = session.target.known;
  const [first, ...others] = drawn;
  const regions = [region, ...otherRegions];
  return { stays: first ? [stayOfRow(first, row), ...others] : others, region: regions[row.region % regions.length] };
};

/** The session of the partner who does not go through a story that `own` goes through, where the target has two. */
export const otherOf = (session: Session, own: Session): Session | undefined => {
  if (!session.target.otherPartner) return undefined;
  return own === session ? asOther(session) : session;
};

/** What a story can do without: it goes on where that is refused, finds nothing or runs into trouble. */
export const asFarAsPossible = async <T>(step: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await step();
  } catch (thrown) {
    if (!stopOf(thrown)) throw thrown;
    return undefined;
  }
};

/** In the hands of the partner of a row; the first partner goes on where the second is refused or finds nothing. */
export const inHandsOf = async <T>(
  session: Session,
  { partner }: Pick<SearchRow, 'partner'>,
  step: (session: Session) => Promise<T>,
): Promise<T> => {
  const isOthers = partner === 'other' && session.target.otherPartner !== undefined;
  const done = isOthers ? await asFarAsPossible(async () => ({ came: await step(asOther(session)) })) : undefined;
  return done ? done.came : step(session);
};

export type HotelSearch = {
  readonly search: SearchIntent;
  /** Where the answer reported none, the story ends. */
  readonly searchId: string;
  readonly hotels: readonly [ShownHotel, ...ShownHotel[]];
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
  idText(searchId) ?? stop('refused', 'the search reported no searchId, by which later requests could name it');

/**
 * Searches with the next of the drawn stays where one search is refused, or nothing is free then. The last is in the
 * region of the target, also where another was asked for.
 */
export const findHotels = async (
  session: Session,
  { stays, preset, region }: WantedStay & { readonly preset?: string | undefined },
): Promise<HotelSearch> => {
  let reason = 'found no hotel';
  let wayOut = '';
  for (const stay of stays) {
    const search = searchOn(session, stay, preset, stay === stays.at(-1) ? undefined : region);
    const asked = await session.ask('hotel-search', search);
    const facts = factsUnlessRefused(asked);
    if (!facts) reason = refusedWith(asked.exchange);
    // Another stay would be refused for the same.
    wayOut = isAboutRights(asked.exchange) ? '' : orElsewhere('hotel-search');
    if (!facts && wayOut === '') break;
    const [first, ...more] = hotelsIn(facts ?? {});
    if (facts && first) return { search, searchId: searchIdIn(facts), hotels: [first, ...more], facts };
  }
  const last = JSON.stringify(session.target.known.region);
  return stop('refused', `the search ${reason} in ${last}, for ${stays.length} different stays${wayOut}`);
};
