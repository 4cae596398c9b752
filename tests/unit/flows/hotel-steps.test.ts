/** The steps that stories about hotels are made of. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { BookingFact, Facts, OfferFact } from '../../../contracts/facts.ts';
import { lookUntil } from '../../../engine/effects/effect.ts';
import { Stopped } from '../../../engine/session.ts';
import { upsellsOf } from '../../../flows/steps/book-by-row.ts';
import { chooseOffer } from '../../../flows/steps/choose-offer.ts';
import { findHotels, hotelsIn } from '../../../flows/steps/find-hotels.ts';
import { listedBookings } from '../../../flows/steps/own-booking.ts';
import { sessionOf, targetWith } from '../engine/story.ts';

const stay = { daysLater: 0, nights: 2, adults: 2, childrenAges: [] };
const later = { ...stay, daysLater: 7 };

test('a look is repeated with growing pauses until the target must have settled, and the last one counts', async () => {
  const { session, said } = sessionOf({ target: targetWith({ limits: { settleMs: 1_000 } }) });
  let looks = 0;
  const seen = await lookUntil(
    session,
    async () => (looks += 1),
    () => false,
  );
  assert.deepEqual(
    said.map(({ ms }) => ms),
    [250, 500, 250],
  );
  assert.deepEqual([looks, seen], [4, 4]);
});

test('what is seen at once is not waited for', async () => {
  const { session, said } = sessionOf({ target: targetWith() });
  assert.equal(await lookUntil(session, async () => 'here', Boolean), 'here');
  assert.deepEqual(said, []);
});

test('offers belong to the hotel they name, else to the one that encloses them', () => {
  const named = { at: ['offers', 0], hotelId: 7 };
  const enclosed = { at: ['hotels', 1, 'offers', 0] };
  const facts: Facts = {
    offers: [enclosed, named, { at: ['offers', 1], hotelId: '7' }, { at: ['offers', 2] }],
    hotels: [
      { at: ['hotels', 1], hotelId: 9 },
      { at: ['hotels', 10], hotelId: 11 },
    ],
  };
  assert.deepEqual(
    hotelsIn(facts).map(({ hotelId, offers }) => [hotelId, offers.length]),
    [
      [9, 2],
      [7, 2],
      [11, 1],
    ],
  );
  assert.deepEqual(hotelsIn(facts)[2]?.offers, [{ at: ['hotels', 10], hotelId: 11 }]);
  assert.deepEqual(hotelsIn({}), []);
});

test('where nothing is free another stay is asked for', async () => {
  const { session, said } = sessionOf({
    target: targetWith({ known: { region: 17, stayDaysAhead: 10 } }),
    hears: (_, intent) =>
      JSON.stringify(intent).includes('2026-09-17') ? { searchId: 's', offers: [{ at: [], hotelId: 7 }] } : {},
  });
  const { search, searchId } = await findHotels(session, { stays: [stay, later], preset: 'fast' });
  assert.deepEqual([said.length, searchId, search.stay.checkIn, search.preset], [2, 's', '2026-09-17', 'fast']);
});

const stopsWith = async (because: string, reason: RegExp, story: Promise<unknown>): Promise<void> => {
  await assert.rejects(story, (thrown) => {
    assert.ok(thrown instanceof Stopped, String(thrown));
    assert.equal(thrown.stop.because, because);
    assert.match(thrown.stop.reason, reason);
    return true;
  });
};

test('a search that cannot go on says why', async () => {
  const find = (heard: Facts | number, known: object = { region: 17 }) =>
    findHotels(sessionOf({ target: targetWith({ known }), hears: () => heard }).session, { stays: [stay, later] });
  await stopsWith('needs', /known\.region/, find({}, {}));
  await stopsWith('refused', /no hotel in 17, for 2 different stays/, find({}));
  await stopsWith('refused', /the search was refused with HTTP 400 NO in 17, for 2 different stays/, find(400));
  await stopsWith('trouble', /hotel-search: HTTP 503/, find(503));
  await stopsWith('refused', /no searchId/, find({ offers: [{ at: [], hotelId: 7 }] }));
});

const free = '2026-12-01T00:00:00Z';
const offers: OfferFact[] = [
  { at: [0], offerId: 'never', freeCancellationUntil: null },
  { at: [1], offerId: 'unsaid' },
  { at: [2], offerId: 'soon', freeCancellationUntil: '2026-09-01T00:00:00Z' },
  { at: [3], offerId: 'plain', supplier: 'North', freeCancellationUntil: free },
  { at: [4], offerId: 'rich', freeCancellationUntil: free, lateCheckOuts: [{ reference: 'l' }] },
];
const found: Facts = {
  searchId: 's',
  hotels: [
    { at: [0], hotelId: 7 },
    { at: [1], hotelId: 8 },
  ],
};

const choosing = (verified: (offerId: string) => Facts | number, wish: { supplier?: string } = {}) => {
  const { session, said } = sessionOf({
    target: targetWith(),
    hears: (operation, intent) => {
      if (operation === 'hotel-search') return found;
      if (operation === 'hotel-pricing') return { offers };
      return verified(String((intent as { offer?: { offerId?: string } }).offer?.offerId));
    },
  });
  const worth = (offer: OfferFact) => upsellsOf(offer).length;
  return { said, chosen: chooseOffer(session, { stays: [stay], seed: 1, worth, ...wish }) };
};

test('only an offer that stays free to cancel for days is chosen, the worthiest first', async () => {
  const { chosen, said } = choosing((offerId) => ({ offers: [{ at: [], offerId, reference: 'new' }] }));
  const { offer, searchId } = await chosen;
  assert.deepEqual([offer.offerId, offer.freeCancellationUntil, searchId], ['rich', free, 's']);
  assert.equal(offer.reference, 'new', 'what the pricing of the offer tells counts');
  assert.equal(said.length, 3);
});

test('an offer that is gone, or costs to cancel after all, is left for another', async () => {
  const refused = await choosing((offerId) => (offerId === 'rich' ? 409 : {})).chosen;
  assert.equal(refused.offer.offerId, 'plain');
  const changed = await choosing((offerId) =>
    offerId === 'rich' ? { offers: [{ at: [], offerId, freeCancellationUntil: null }] } : {},
  ).chosen;
  assert.equal(changed.offer.offerId, 'plain');
});

test('an answer under another offerId does not change what is booked', async () => {
  const { offer } = await choosing(() => ({ offers: [{ at: [], offerId: 'other', price: { amount: 1 } }] })).chosen;
  assert.deepEqual([offer.offerId, offer.price], ['rich', { amount: 1 }]);
});

test('without an offer that may be booked the story names what is needed, and trouble is called trouble', async () => {
  const polar = choosing(() => ({}), { supplier: 'Polar' });
  await stopsWith(
    'needs',
    /^needs an offer of Polar that .* 2 hotels were priced .*\(reported: North\)$/,
    polar.chosen,
  );
  await stopsWith(
    'refused',
    /offer_pricing refused every offer that may be booked, \d in all/,
    choosing(() => 409).chosen,
  );
  await stopsWith('trouble', /offer-pricing: HTTP 500/, choosing(() => 500).chosen);
});

/** Two hotels, one with an offer of each kind; the facts of an offer are reported by one answer alone. */
const reporting = (by: Partial<Record<'search' | 'pricing' | 'verified', Partial<OfferFact>>>) => {
  const offerOf = (hotelId: number, reported: Partial<OfferFact> = {}): OfferFact => ({
    at: [hotelId],
    offerId: `of ${hotelId}`,
    hotelId,
    ...(hotelId === 8 ? reported : Object.fromEntries(Object.keys(reported).map((name) => [name, 'South']))),
  });
  const { session, said } = sessionOf({
    target: targetWith(),
    hears: (operation, intent) => {
      const { hotelId, offer } = intent as { hotelId?: number; offer?: OfferFact };
      if (operation === 'hotel-search') return { searchId: 's', offers: [7, 8].map((id) => offerOf(id, by.search)) };
      if (operation === 'hotel-pricing') return { offers: [offerOf(Number(hotelId), by.pricing)] };
      return { offers: [offerOf(Number(offer?.hotelId), by.verified)] };
    },
  });
  const chosen = chooseOffer(session, { stays: [stay], seed: 1, supplier: 'Polar' });
  return { said, chosen };
};

test('what any answer reports of an offer is known: a search that alone names the supplier leads to it', async () => {
  const { chosen, said } = reporting({ search: { supplier: 'Polar' }, pricing: { freeCancellationUntil: free } });
  const { offer } = await chosen;
  assert.deepEqual([offer.offerId, offer.supplier, offer.freeCancellationUntil], ['of 8', 'Polar', free]);
  assert.equal(said.length, 3, 'the hotel that the search reports is priced first, and no other');
});

test('what only the price of the offer reports is looked for there, and no longer than it takes', async () => {
  const reported = reporting({ verified: { supplier: 'Polar', freeCancellationUntil: free } });
  assert.equal((await reported.chosen).offer.offerId, 'of 8');
  const silent = reporting({ pricing: { freeCancellationUntil: free } });
  await stopsWith(
    'needs',
    /^cannot tell who sells an offer: no answer of this target reports a supplier; /,
    silent.chosen,
  );
  assert.equal(silent.said.filter(({ operation }) => operation === 'offer-pricing').length, 1);
});

test('an offer that is said to cost, or of another supplier, is not what an earlier answer said', async () => {
  const costly = reporting({
    search: { supplier: 'Polar', freeCancellationUntil: free },
    pricing: { freeCancellationUntil: null },
  });
  await stopsWith('needs', /cancelling it always costs/, costly.chosen);
});

test('options are booked with that can be named, one of each kind', () => {
  const options = [{ price: { amount: 1 } }, { reference: 'b' }, { reference: 'c' }];
  assert.deepEqual(upsellsOf({ at: [], earlyCheckIns: options, lateCheckOuts: options.slice(0, 1) }), [
    { reference: 'b' },
  ]);
});

const pages: Record<string, BookingFact[]> = { '1': [{ at: [], bookingId: 1 }], '2': [{ at: [], bookingId: '2' }] };
const paged = (last: number) =>
  sessionOf({
    target: targetWith(),
    hears: (_, intent) => {
      const page = Number((intent as { page?: number }).page ?? 1);
      return { bookings: pages[page] ?? [], ...(page < last && { nextPage: page + 1 }) };
    },
  });

test('a list is read page by page, up to the one that has what is looked for', async () => {
  const { session, said } = paged(3);
  const filters = { status: 'completed' } as const;
  const listed = await listedBookings(session, filters, { isEnough: ({ bookingId }) => bookingId === '2' });
  assert.deepEqual(listed, { entries: [...(pages['1'] ?? []), ...(pages['2'] ?? [])], hasMore: true });
  assert.deepEqual(
    said.map(({ what }) => what),
    [filters, { ...filters, page: 2 }],
  );
});

test('a list without end is read a few pages far', async () => {
  const whole = paged(3);
  assert.equal((await listedBookings(whole.session, {})).hasMore, false);
  const endless = paged(Number.POSITIVE_INFINITY);
  assert.equal((await listedBookings(endless.session, {})).hasMore, true);
  assert.deepEqual([whole.said.length, endless.said.length], [3, 4]);
});
