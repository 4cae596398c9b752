/** The law of one currency: all amounts that are said of one thing, to one partner, are in one currency (part 1). */
import { type Mismatch, mismatchAt, type Opinion, type Path, unshown } from '../check.ts';
import { inLists, isMadeOnce } from '../checks/kept-bookings.ts';
import { isAbout, ownBookings } from '../checks/own-bookings.ts';
import { bookingReported, isAboutFlight, ownFlights } from '../checks/own-flights.ts';
import type { Facts, Money } from '../facts.ts';
import type { Json } from '../json.ts';
import { isTroubled, succeeded } from '../outcome.ts';
import { field, idText, isAuthorized, isAvia, isHotel, perTrace } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';

/** What one answer says that something costs. */
type QuotedMoney = { readonly key: string; readonly exchange: Exchange; readonly at: Path; readonly money: Money };

/** Every amount in what a binding read of one thing. */
const moneyIn = (value: unknown): Money[] => {
  if (Array.isArray(value)) return value.flatMap(moneyIn);
  if (typeof value !== 'object' || value === null) return [];
  const { amount, currency } = value as Partial<Money>;
  if (typeof amount === 'number') return currency === undefined ? [] : [{ amount, currency }];
  return Object.values(value).flatMap(moneyIn);
};

/** A preset may have a currency of its own, and a partner, too. */
const presetOf = ({ intent }: Exchange): Json | undefined =>
  field(field(intent, 'search'), 'preset') ?? field(intent, 'preset');

const offersQuoted = (exchange: Exchange, { offers = [], flightOffers = [] }: Facts): QuotedMoney[] => {
  const asker = `${exchange.bearer} ${JSON.stringify(presetOf(exchange) ?? null)}`;
  return [
    ...offers.flatMap(({ offerId, ...offer }) => {
      const id = idText(offerId);
      return id === undefined ? [] : [{ id, offer }];
    }),
    ...flightOffers.flatMap(({ reference = null, ...offer }) =>
      reference === null ? [] : [{ id: JSON.stringify(reference), offer }],
    ),
  ].flatMap(({ id, offer }) =>
    moneyIn(offer).map((money) => ({ key: `offer ${id} ${asker}`, exchange, at: offer.at, money })),
  );
};

/** The minimum price of a hotel, and its offers in the same answer. */
const minimumsQuoted = (exchange: Exchange, { hotels = [], offers = [] }: Facts): QuotedMoney[] =>
  [
    ...hotels.map(({ hotelId, at, minPrice }) => ({ hotelId, at, price: minPrice })),
    ...offers.map(({ hotelId, at, price }) => ({ hotelId, at, price })),
  ].flatMap(({ hotelId, at, price }) => {
    const id = idText(hotelId);
    if (id === undefined) return [];
    return moneyIn(price).map((money) => ({ key: `hotel ${id} in ${exchange.index}`, exchange, at, money }));
  });

const staysQuoted = (trace: Trace): QuotedMoney[] =>
  ownBookings(trace)
    .filter((booking) => isMadeOnce(trace, booking))
    .flatMap((booking, i) => {
      const answers = trace.exchanges.filter(
        (each) => each === booking.create || (each.bearer === booking.partner && isAbout(each, booking)),
      );
      return [
        ...answers.map((exchange) => {
          const { booking: fact, cancellation } = exchange.facts ?? {};
          return { exchange, at: fact?.at ?? [], said: [fact, cancellation] };
        }),
        ...inLists(trace, booking).map(({ exchange, at, fact }) => ({ exchange, at, said: fact })),
      ].flatMap(({ exchange, at, said }) => moneyIn(said).map((money) => ({ key: `stay ${i}`, exchange, at, money })));
    });

/** With its tickets, and what is calculated for them. */
const flightsQuoted = (trace: Trace): QuotedMoney[] =>
  ownFlights(trace).flatMap((flight, i) =>
    trace.exchanges
      .filter((each) => each === flight.create || (each.bearer === flight.partner && isAboutFlight(each, flight)))
      .flatMap((exchange) => {
        const { flightBooking, tickets, exchange: exchanged, refund } = exchange.facts ?? {};
        const at = bookingReported(exchange)?.at ?? [];
        return moneyIn([flightBooking, tickets, exchanged, refund]).map((money) => ({
          key: `flight ${i}`,
          exchange,
          at,
          money,
        }));
      }),
  );

const quotedIn = perTrace((trace: Trace): readonly QuotedMoney[] =>
  [
    ...trace.exchanges.flatMap((exchange) => {
      const { facts = {}, operation } = exchange;
      return [
        ...offersQuoted(exchange, facts),
        ...(operation === 'hotel-search' ? minimumsQuoted(exchange, facts) : []),
      ];
    }),
    ...staysQuoted(trace),
    ...flightsQuoted(trace),
  ]
    .filter(({ exchange }) => succeeded(exchange))
    .toSorted((one, other) => one.exchange.index - other.exchange.index),
);

/** By thing, the first that was said of it. */
const firstsIn = perTrace((trace: Trace): ReadonlyMap<string, QuotedMoney> => {
  const firsts = new Map<string, QuotedMoney>();
  for (const each of quotedIn(trace)) if (!firsts.has(each.key)) firsts.set(each.key, each);
  return firsts;
});

const byExchange = perTrace((trace: Trace) => Map.groupBy(quotedIn(trace), ({ exchange }) => exchange));

export const amountsKeepTheirCurrency = (area: 'hotels' | 'flights') => ({
  given: (trace: Trace): Exchange[] =>
    trace.exchanges.filter(
      (each) =>
        (area === 'hotels' ? isHotel(each) : isAvia(each)) &&
        isAuthorized(each) &&
        (isTroubled(each) || succeeded(each)),
    ),
  then: (exchange: Exchange, trace: Trace): Opinion => {
    const firsts = firstsIn(trace);
    const quoted = byExchange(trace).get(exchange) ?? [];
    if (quoted.every((each) => firsts.get(each.key) === each)) return unshown('nothing is priced twice');
    return quoted.flatMap(({ key, at, money }): Mismatch[] => {
      const first = firsts.get(key);
      if (!first || first.money.currency === money.currency) return [];
      const expected = `${first.money.currency}, as ${first.exchange.operation} says of it (exchange ${first.exchange.index})`;
      return [mismatchAt(exchange, at, { expected, actual: money.currency ?? 'no currency' })];
    });
  },
});
