/** Literal traces for the clauses of the price details of a view. */
import type { ReadFacts } from '../../../../contracts/bindings.ts';
import { priceGroups } from '../../../../contracts/facts.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import { type Body, create, created, type Viewed, view, viewed } from '../booking-trace.ts';
import { ok, refusal, text, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

const detail = { total: 100, discount: 0, markup: 5, serviceFee: 1, commission: { rate: 1 }, vat: {}, deposit: {} };
const placed: ReadFacts = { priceDetailAt: ['prices', 'full'], upsellPriceDetailAt: ['cost'] };

/** One view, in which the binding knows the places of price details. */
const named = (price: Json, part: Body): Trace => traceOf([view(viewed(part), { price, reported: placed })]);
/** One in which they are found by their names. */
const found = (price: Json, part: Body, reported: Viewed['reported'] = {}): Trace =>
  traceOf([view(viewed(part), { price, reported })]);

const full = (value: Json): Body => ({ prices: { full: value } });
const upsells = (...costs: Json[]): Body => ({ upsells: costs.map((cost) => ({ name: 'Late', cost })) });
const upsellsWithout = { upsells: [{ name: 'Late' }, { name: 'Early', cost: null }] };

const missing = (where: string, actual: string, trace: Trace, count = 1) =>
  breaks(where, 'a price detail, with two groups at least', actual, trace, count);
const leftOver = (where: string, actual: string, trace: Trace, count = 1) =>
  breaks(where, 'no price detail, as none was asked for', actual, trace, count);
const all = 'the groups total, discount, markup, serviceFee, commission, vat, deposit';
const none = 'no group of it';

const whole: Body = { ...detail, supplier: { net: 90 } };
const without = (group: string, from: Body): Body =>
  Object.fromEntries(Object.entries(from).filter(([name]) => name !== group));
const lacksGroups = (groups: string, actual: string, place: string, trace: Trace) =>
  breaks(`response.body.${place}`, `${groups} as well`, actual, trace);

const nothingWhen = (price: boolean): Record<string, Trace> => ({
  'asked for the other': named(!price, full(price ? null : detail)),
  'asked for in no words': named('yes', {}),
  refused: traceOf([view(refusal(400, 'X'), { price })]),
  'text is for the json clause': traceOf([view(text(200), { price })]),
  'a booking that does not exist': traceOf([view(ok({}), { price })], { input: { unknownBookings: [] } }),
  'the booking of another partner': traceOf([create(created()), view(viewed(), { price, sent: { bearer: 'other' } })]),
  'nothing was read': found(price, full(price ? null : detail), 'nothing'),
});

export const viewPriceDetailsCases = {
  'view-booking.price-details-when-asked-for': {
    passes: {
      'at the named place': named(true, full(detail)),
      'found although the binding could not read': found(true, { detail }, 'unread'),
    },
    fails: {
      none: missing('response.body.prices.full', none, named(true, { prices: {} })),
      'a total alone': missing('response.body.prices.full', 'the groups total', named(true, full({ total: 100 }))),
      'nothing of its names': missing('response.body', none, found(true, { prices: { total: 100, rate: {} } })),
      'a total beside the supplier of the booking': missing('response.body', none, found(true, { total: 1 })),
      'of an upsell only': missing('response.body', none, found(true, upsells(detail))),
    },
    nothing: nothingWhen(true),
    unshown: {
      'what may be an ordinary price': found(true, { prices: { total: 100, supplier: {} } }),
      'what may be one, of a rarer name': found(true, { prices: { total: 100, vat: 20 } }),
    },
  },
  'view-booking.price-details-have-every-group': {
    passes: { 'all of them': named(true, full(whole)) },
    fails: {
      ...Object.fromEntries(
        priceGroups.map((group) => [
          `no ${group}`,
          lacksGroups(
            group,
            `the groups ${priceGroups.filter((each) => each !== group).join(', ')}`,
            'prices.full',
            named(true, full(without(group, whole))),
          ),
        ]),
      ),
      'two groups': lacksGroups(
        'discount, markup, serviceFee, commission, supplier, deposit',
        'the groups total, vat',
        'prices.full',
        named(true, full({ total: 100, vat: 20 })),
      ),
    },
    nothing: nothingWhen(true),
    unshown: { 'what may be an ordinary price': found(true, { prices: { total: 100, vat: 20 } }) },
  },
  'view-booking.no-price-details-unless-asked-for': {
    passes: {
      none: named(false, { prices: {} }),
      'an ordinary price': found(false, { price: { total: 100, vat: 20, discount: 5, deposit: 10 } }),
    },
    fails: {
      'one group': leftOver('response.body.prices.full', 'the groups supplier', named(false, full({ supplier: {} }))),
      'found by its names': leftOver('response.body.anything.detail', all, found(false, { anything: { detail } })),
    },
    nothing: nothingWhen(false),
  },
  'view-booking.upsells-have-price-details-when-asked-for': {
    passes: { 'at the named place': named(true, upsells(detail, { total: 1, markup: 1 })) },
    fails: {
      'no objects': missing('response.body.upsells[0]', none, found(true, { upsells: ['Late'] })),
      'of the booking only': missing('response.body.upsells[0]', none, found(true, { detail, ...upsells(1) })),
    },
    nothing: nothingWhen(true),
    unshown: { null: named(true, { upsells: null }) },
  },
  'view-booking.upsells-have-no-price-details-unless-asked-for': {
    passes: { none: named(false, upsellsWithout) },
    fails: {
      'at the named place': leftOver('response.body.upsells[1].cost', all, named(false, upsells(null, detail))),
    },
    nothing: nothingWhen(false),
    unshown: { 'no upsells': named(false, {}) },
  },
} satisfies Record<string, ClauseCases>;
