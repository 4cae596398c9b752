/** The ways in which prices of one hotel, and of one offer, break their clauses (parts 2.4 and 4.5). */
import type { Json } from '../../contracts/json.ts';
import { type BodyChange, type Breakage, breakage, type Change, everyBody, oneBody, type Pick } from './breakage.ts';
import { entries, type Fields, fields, inBody, oneEntry, oneOf, unasked, without } from './entries.ts';
import { badIds, ofTelling, repeatsAnId } from './offer-breakages.ts';

const hasRecords = (
  { steps }: { steps: readonly { operation: string; answer?: { body?: Json } }[] },
  list: string,
): boolean => {
  const body = steps.find(({ operation }) => operation === list)?.answer?.body;
  return Array.isArray(body) && body.length > 0;
};

const emptyOr = (list: string, value: Json): BodyChange => oneEntry('offers', (offer) => ({ ...offer, [list]: value }));

/** The id of a hotel, around all offers or on one. */
const renamingHotel =
  (change: (hotelId: Json, pick: Pick) => Json): BodyChange =>
  (body, pick, step) => {
    const renamed = (told: Fields): Fields | undefined =>
      told.hotelId === undefined ? undefined : { ...told, hotelId: change(told.hotelId, pick) };
    const { hotelId, offer } = fields(body);
    if (hotelId !== undefined) return renamed(fields(body));
    if (offer === undefined) return oneEntry('offers', renamed)(body, pick, step);
    const other = renamed(fields(offer));
    return other && { ...fields(body), offer: other };
  };

/** Of the same digits at most: the hotel asked for is the matter of another clause. */
const noInteger = (hotelId: Json, pick: Pick): Json => oneOf<Json>([String(hotelId), true, [hotelId]], pick);

const ofOneHotel: readonly Breakage[] = [
  ...ofTelling('hotel-pricing'),
  breakage('hotel-pricing.keeps-offer-ids-of-search', 'salts ids with the operation', (telling, pick) => {
    const shown = telling.steps.find(({ part }) => part === 'first')?.answer?.body ?? null;
    const ids = new Set(entries(shown, 'offers').map(({ offerId }) => offerId));
    return oneBody(
      'hotel-pricing',
      oneEntry('offers', (offer) =>
        ids.has(offer.offerId as Json) ? { ...offer, offerId: `${offer.offerId}x` } : undefined,
      ),
    )(telling, pick);
  }),
  breakage(
    'hotel-pricing.offer-id-tells-offers-apart',
    'gives two offers one id',
    unasked(['hotel-search'], oneBody('hotel-pricing', repeatsAnId)),
  ),
  breakage(
    'hotel-pricing.offers-are-of-the-hotel-asked-for',
    'shows an offer of another hotel',
    oneBody(
      'hotel-pricing',
      renamingHotel((hotelId) => Number(hotelId) + 1),
    ),
  ),
  breakage(
    'hotel-pricing.bed-variants-is-an-array',
    'tells beds in another form',
    oneBody(
      'hotel-pricing',
      oneEntry(
        'offers',
        (offer, pick) =>
          [without(offer, 'bedVariants'), { ...offer, bedVariants: null }, { ...offer, bedVariants: 'double' }][
            pick(3)
          ],
      ),
    ),
  ),
  breakage('hotel-pricing.bed-ids-are-bed-types', 'tells beds that no list has', (telling, pick) =>
    hasRecords(telling, 'bed-types')
      ? oneBody('hotel-pricing', emptyOr('bedVariants', [-987_654]))(telling, pick)
      : undefined,
  ),
  breakage('hotel-pricing.meal-ids-are-meal-types', 'tells meals that no list has', (telling, pick) =>
    hasRecords(telling, 'meal-types') ? oneBody('hotel-pricing', emptyOr('meal', -987_654))(telling, pick) : undefined,
  ),
  breakage(
    'hotel-pricing.price-breakdown-is-shown',
    'tells no parts of a price',
    oneBody(
      'hotel-pricing',
      oneEntry('offers', (offer, pick, all) =>
        all.length < 2 ? undefined : pick(2) === 0 ? without(offer, 'parts') : { ...offer, parts: [] },
      ),
    ),
  ),
  breakage(
    'hotel-pricing.price-parts-add-up',
    'tells parts that do not add up',
    oneBody(
      'hotel-pricing',
      oneEntry('offers', ({ parts, ...offer }) => ({
        ...offer,
        parts: [...(Array.isArray(parts) ? parts : []), { amount: 0.05 }],
      })),
    ),
  ),
  breakage(
    'hotel-pricing.stay-options-are-shown',
    'tells early check-in alone',
    everyBody('hotel-pricing', (body) => ({
      ...fields(body),
      offers: entries(body, 'offers').map((offer) => without(offer, 'late')),
    })),
  ),
  breakage(
    'hotel-pricing.hotel-id-is-integer',
    'tells the id of a hotel as no integer',
    oneBody('hotel-pricing', renamingHotel(noInteger)),
  ),
];

const inOffer = (change: (offer: Fields, pick: Pick) => Fields | undefined): Change =>
  inBody('offer-pricing', (body, pick) => {
    const offer = change(fields(body.offer), pick);
    return offer && { ...body, offer };
  });

const ofOneOffer: readonly Breakage[] = [
  breakage(
    'offer-pricing.offer-id-is-returned',
    'names no offer',
    inOffer((offer, pick) => ({ ...offer, offerId: oneOf(badIds, pick) })),
  ),
  breakage(
    'offer-pricing.offer-id-is-the-one-asked-for',
    'prices another offer',
    inOffer((offer) => ({ ...offer, offerId: 'another' })),
  ),
  breakage(
    'offer-pricing.hotel-id-is-integer',
    'tells the id of the hotel as no integer',
    oneBody('offer-pricing', renamingHotel(noInteger)),
  ),
  breakage(
    'offer-pricing.price-is-told',
    'tells no price of one of the offers',
    inOffer((offer, pick) => oneOf([without(offer, 'price'), { ...offer, price: null }], pick)),
  ),
];

export const pricingBreakages: readonly Breakage[] = [...ofOneHotel, ...ofOneOffer];
