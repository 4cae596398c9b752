/** Lawful suppliers that refuse bookings for reasons of their own; QA can rehearse with them how a SUPPLIER_ERROR is explained. */
import type { SupplierCode } from '../data/hotel-trade.ts';
import { odditiesOf } from '../deviation.ts';
import { nightsOf } from '../hotels/offers.ts';
import type { HotelRules, HotelWorld, Wanted } from '../hotels/rules.ts';

/** What one supplier sells is refused for this reason. */
const refusing = (
  supplier: SupplierCode,
  { summary, reason }: { summary: string; reason: (booking: Wanted, world: HotelWorld) => string | false },
) => ({
  summary,
  touches: ['create-booking', 'view-booking', 'search-bookings', 'cancel-booking'] as const,
  rules: ({ declines }: HotelRules): Pick<HotelRules, 'declines'> => ({
    declines: (booking, world) =>
      declines(booking, world) ?? ((booking.offer.supplier === supplier && reason(booking, world)) || undefined),
  }),
});

const refusedCitizenship = 'KZ';
const nightsMax = 2;
const yearsMin = 7;

const isYoungerThan = (years: number, birthDate: string, day: string): boolean => {
  const [year, ...monthAndDay] = birthDate.split('-');
  return [Number(year) + years, ...monthAndDay].join('-') > day;
};

export const supplierOddities = odditiesOf({
  'refuses-every-third-booking': refusing('BBY', {
    summary: 'Bluebay Beds refuses one of every three requests to book, the first of them, whatever it asks.',
    reason: (_, world) =>
      world.count('requests to Bluebay Beds') % 3 === 1 && 'No room is left at this rate. Please try again.',
  }),
  'refuses-guests-by-citizenship': refusing('HBD', {
    summary: `Harbour Direct refuses guests with citizenship ${refusedCitizenship}, and does not say why.`,
    reason: ({ guests }) =>
      guests.flat().some(({ citizenship }) => citizenship === refusedCitizenship) &&
      'The reservation was declined by the property.',
  }),
  'refuses-young-children': refusing('NWR', {
    summary: `Northwind Rooms refuses children who are younger than ${yearsMin} on the day of arrival.`,
    reason: ({ guests, offer: { stay } }) =>
      guests.flat().some(({ birthDate }) => isYoungerThan(yearsMin, birthDate, stay.checkIn)) &&
      `Children under ${yearsMin} cannot be accommodated in this property.`,
  }),
  'refuses-long-stays': refusing('BBY', {
    summary: `Bluebay Beds refuses stays of more than ${nightsMax} nights.`,
    reason: ({ offer: { stay } }) =>
      nightsOf(stay).length > nightsMax && `The length of stay exceeds the maximum of ${nightsMax} nights.`,
  }),
  'refuses-every-booking': refusing('NWR', {
    summary: 'Northwind Rooms refuses every request to book.',
    reason: () => 'Bookings of this agency are suspended. Contact your account manager.',
  }),
});
