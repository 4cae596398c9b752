/** The ways in which hotel searches break their clauses. */
import { isJsonObject, type Json } from '../../contracts/json.ts';
import { type Breakage, breakage, oneAnswer, oneBody, type Story } from './breakage.ts';
import { entries, inFields, inPart, leavingOut, oneEntry, unasked, without } from './entries.ts';
import { hotelTelling } from './hotels.ts';
import { badIds, ofTelling, repeatsAnId } from './offer-breakages.ts';
import { pricingBreakages } from './pricing-breakages.ts';
import { refused } from './telling.ts';

const amountOf = (value: Json | undefined): number => (isJsonObject(value) ? Number(value.amount) : Number.NaN);

const costs = (value: Json | undefined, amount: number): Json => ({ ...(isJsonObject(value) ? value : {}), amount });

/** In the one answer that nothing is compared with. */
const salted = oneEntry('offers', (offer) => ({ ...offer, offerId: `${offer.offerId}x` }));

const search: readonly Breakage[] = [
  ...ofTelling('hotel-search'),
  breakage(
    'hotel-search.search-id-is-returned',
    'tells no searchId',
    oneBody(
      'hotel-search',
      inFields(
        (body, pick) => [without(body, 'searchId'), ...badIds.map((searchId) => ({ ...body, searchId }))][pick(5)],
      ),
    ),
  ),
  breakage(
    'hotel-search.hotel-id-is-integer',
    'tells the id of a hotel as text',
    oneBody(
      'hotel-search',
      oneEntry('offers', (offer, pick) => ({
        ...offer,
        room: 'another',
        hotelId: [String(offer.hotelId), Number(offer.hotelId) + 0.5, true][pick(3)] as Json,
      })),
    ),
  ),
  breakage(
    ['hotel-search.hotel-id-opens-the-card', 'hotel-card.valid-request-is-answered'],
    'has no card',
    oneAnswer('hotel-static', refused(404, 'NONE'), { status: 204 }),
  ),
  breakage(
    'hotel-search.minimum-price-is-shown',
    'tells no minimum price',
    oneBody(
      'hotel-search',
      oneEntry('hotels', (hotel) => without(hotel, 'from')),
    ),
  ),
  breakage(
    'hotel-search.minimum-price-is-the-lowest',
    'tells a minimum that is not',
    oneBody('hotel-search', (body, pick, step) =>
      oneEntry('offers', (offer) => ({
        ...offer,
        price: costs(
          offer.price,
          amountOf(entries(body, 'hotels').find(({ hotelId }) => hotelId === offer.hotelId)?.from) - 1,
        ),
      }))(body, pick, step),
    ),
  ),
  breakage(
    'hotel-search.timeout-is-accepted',
    'refuses a timeout',
    oneAnswer(inPart('timeout'), refused(400, 'BAD_TIMEOUT'), { status: 204 }, refused(200, 'NO')),
  ),
  breakage('hotel-search.presets-keep-offer-ids', 'salts ids with the preset', oneBody(inPart('preset'), salted)),
  breakage(
    'hotel-search.equal-search-keeps-offer-ids',
    'changes ids from search to search',
    oneBody(inPart('timeout'), salted),
  ),
  breakage(
    'hotel-search.offer-id-tells-offers-apart',
    'gives two offers one id',
    unasked(
      ['hotel-pricing'],
      leavingOut(['again', 'timeout', 'preset', 'unranked'], oneBody('hotel-search', repeatsAnId)),
    ),
  ),
];

export const hotelStory: Story = {
  name: 'hotel offers',
  conforming: hotelTelling,
  breakages: [...search, ...pricingBreakages],
};
