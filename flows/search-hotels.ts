import fc from 'fast-check';
import { clausesOf } from '../contracts/clauses.ts';
import type { SearchIntent } from '../contracts/intents.ts';
import { flow } from '../engine/flow.ts';
import type { Session } from '../engine/session.ts';
import { picked, pickSeed } from '../generators/draws.ts';
import { type SearchRow, searchRows, stays } from '../generators/stays.ts';
import { rotated } from './steps/book-by-row.ts';
import {
  asFarAsPossible,
  findHotels,
  inHandsOf,
  namesNoUnranked,
  plainRow,
  presetsAsked,
  type WantedStay,
  wantedBy,
} from './steps/find-hotels.ts';
import { endWithout } from './steps/needs.ts';

/** As many as a page of results shows: one hotel that has no card is enough. */
const cardsMax = { probe: 1, standard: 2, full: 12 };

/** Searches for one stay in every way, and opens cards of what was found. */
const searchEveryWay = async (
  session: Session,
  wanted: WantedStay,
  { presets, seed }: { presets: readonly string[]; seed: number },
) => {
  const { sample, isAsked } = session;
  const { searchTimeout } = session.target.known;
  const { search: found, hotels } = await findHotels(session, wanted);
  const searches: SearchIntent[] = [found, ...presets.map((preset) => ({ ...found, preset }))];
  const repeated = sample.some(searches, { probe: 0, standard: 1 });
  if (isAsked('hotel-search')) {
    // Equal ones are not asked in a row, so that an answer that is kept for a moment is not all that is seen.
    for (const search of searches.slice(1)) await session.ask('hotel-search', search);
    for (const search of repeated) await session.ask('hotel-search', search);
    const timed = searchTimeout === undefined ? [] : searches.map((search) => ({ ...search, timeout: searchTimeout }));
    // A service that stumbles over a timeout does so with each preset.
    for (const search of sample.some(timed, { probe: 0, standard: 1 })) await session.ask('hotel-search', search);
    // What was right twice may be wrong the third time.
    for (const search of sample.at({ standard: [], full: searches })) await session.ask('hotel-search', search);
  }
  if (isAsked('hotel-static')) await session.send({ operation: 'accommodation-types' });
  // An id of another type breaks another clause.
  const ids = hotels.map(({ hotelId }) => hotelId).filter((id) => Number.isInteger(id));
  for (const id of picked(ids, sample.at(cardsMax), seed)) {
    await session.send({ operation: 'hotel-static', path: { hotelId: String(id) } });
  }
};

/** Searches for another stay by each preset, by some of them with a timeout, and once more. */
const searchOften = async (session: Session, wanted: WantedStay, presets: readonly string[]): Promise<void> => {
  const { searchTimeout } = session.target.known;
  const { search: found } = await findHotels(session, wanted);
  const others: SearchIntent[] = presets.map((preset) => ({ ...found, preset }));
  const some = [found, ...others.slice(0, 1)];
  const timed = searchTimeout === undefined ? [] : some.map((search) => ({ ...search, timeout: searchTimeout }));
  for (const search of [...others, ...timed, ...some]) await session.ask('hotel-search', search);
};

/** Searches twice the same way, in every way that the target knows, and opens the cards of what was found. */
export const searchHotels = flow('search-hotels', {
  story: 'Search the same hotels twice, by each preset and with a timeout, and open the cards of some of them.',
  phase: 'main',
  operations: ['accommodation-types', 'hotel-search', 'hotel-static'],
  exercises: [
    ...clausesOf(['json', 'hotel-search']),
    'hotel-card.hotel-is-the-only-key',
    'hotel-card.shown-fields-are-complete',
    'hotel-card.id-is-the-one-asked-for',
    'hotel-card.category-is-an-accommodation-type',
    'hotel-bearer.issued-token-is-accepted',
  ],
  input: fc.record({ stays, seed: pickSeed }),
  run: async (session, { stays, seed }) => {
    const { sample, isAsked } = session;
    const { known } = session.target;
    const { presets = [], searchTimeout } = known;
    // Of a sample, another story searches by the others.
    const asked = sample.some(presetsAsked(known, { seed, sample }), { standard: 2 });
    // Cards are opened of hotels in the region of the target, where most of them are known.
    const rows = sample.some(searchRows(), { probe: 0, standard: 1 });
    const [first, ...others] = sample.at<readonly SearchRow[]>({
      probe: [plainRow],
      standard: rows.map((row) => ({ ...row, region: 0 })),
      full: [plainRow, ...rows],
    });
    if (!first) return;
    await inHandsOf(session, first, (own) =>
      searchEveryWay(own, wantedBy(own, first, stays), { presets: asked, seed }),
    );
    for (const [i, row] of isAsked('hotel-search') ? others.entries() : []) {
      const presets = rotated(asked, i % asked.length);
      await asFarAsPossible(() =>
        inHandsOf(session, row, (own) => searchOften(own, wantedBy(own, row, stays), presets)),
      );
    }
    endWithout([
      searchTimeout === undefined && 'known.searchTimeout, a timeout that gives suppliers enough time,',
      presets.length === 0 && 'known.presets, names of search presets besides the default,',
      namesNoUnranked(known),
    ]);
  },
});
