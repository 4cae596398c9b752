/** One intent of each operation, with which the examples of the pages about bindings are asked for a body. */
import type { FlightIntents, FlightSearch, HotelIntents, PassengerIntent } from '../../../contracts/intents.ts';

const contact = { email: 'a@example.invalid', phone: '+447700900000' };

const stay = { checkIn: '2026-12-01', checkOut: '2026-12-03', rooms: [{ adults: 2, childrenAges: [7] }] };
const hotelSearch = { region: { town: 17 }, stay, preset: 'ranked', timeout: 20 };
const offer = { at: [], offerId: '9f2c41', reference: { key: 'k-77' } };
const guest = { firstName: 'Testina', lastName: 'Sampleton', birthDate: '1990-02-03', citizenship: 'DE' };

export const hotelIntents: HotelIntents = {
  'hotel-search': hotelSearch,
  'hotel-pricing': { searchId: 'S-1', hotelId: 42, offer, search: hotelSearch },
  'offer-pricing': { searchId: 'S-1', offer, search: hotelSearch },
  'create-booking': {
    searchId: 'S-1',
    offer,
    search: hotelSearch,
    contact,
    guests: [[{ ...guest, gender: 'female', isChild: false }]],
    upsells: [{ reference: 'late' }],
  },
  'view-booking': {
    booking: { bookingId: 7 },
    details: { includePriceDetails: true, includeResidenceDetails: false },
  },
  'search-bookings': { status: 'completed', createdFrom: '2026-11-01' },
  'cancel-booking': { booking: {} },
};

const search: FlightSearch = {
  route: { start: 'OSL', end: 'LIS' },
  departure: '2026-12-01',
  return: '2026-12-08',
  adults: 1,
  children: 1,
};
const chosen = { searchId: 'F-9', offer: { at: [], reference: 'N-1' }, search };
const passenger: PassengerIntent = {
  ...guest,
  gender: 'female',
  isChild: false,
  document: { number: '123456789', expiresOn: '2031-12-01' },
};
const booking = { bookingId: '3f2b8c1e-7d44-4a55-8e0f-1b9a6c5d4e30', reference: 'QWERTY' };
const ticket = { booking, ticket: { ticketNumber: '1174200000033' } };

export const flightIntents: FlightIntents = {
  'avia-search': search,
  'avia-availability': { flights: [{ at: [], reference: 'AC-12' }], search },
  'avia-schedule': search,
  'avia-offer-price': chosen,
  'fare-rules': chosen,
  'pnr-create': { ...chosen, passengers: [passenger, { ...passenger, isChild: true }], contact },
  'pnr-retrieve': { booking },
  'pnr-cancel': { booking },
  'pnr-reprice': { booking },
  'ticket-issue': { booking },
  'ticket-info': ticket,
  'ticket-exchange-calculation': { ...ticket, search },
  'ticket-exchange': { ...ticket, exchangeId: 'X-5', offer: 'N-2' },
  'ticket-refund-calculation': ticket,
  'ticket-refund': { ...ticket, calculation: 'R-8' },
};
