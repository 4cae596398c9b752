/** Literal traces for the clause that asking for price details changes nothing else of a view. */
import type { ReadFacts } from '../../../../contracts/bindings.ts';
import type { Json } from '../../../../contracts/json.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import { type Body, cancel, type Viewed, view, viewed } from '../booking-trace.ts';
import { ok, refusal, type Step, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

const detail = { total: 100, markup: 5, commission: { rate: 1 } };
const placed: ReadFacts = { priceDetailAt: ['prices', 'full'], upsellPriceDetailAt: ['cost'] };

const plain = (part: Body = {}, asked: Viewed = {}): Step =>
  view(viewed(part), { price: false, reported: placed, ...asked });
const detailed = (part: Body = {}, asked: Viewed = {}): Step =>
  view(viewed(part), { price: true, reported: placed, ...asked });

/** Two views of one kind around two of the other. */
const enclosed = (without: Body, withThem: Body): Trace =>
  traceOf([plain(without), detailed(withThem), detailed(withThem), plain(without)]);
const inverse = (without: Body, withThem: Body): Trace =>
  traceOf([detailed(withThem), plain(without), plain(without), detailed(withThem)]);

const full: Body = { prices: { searchPresetName: 'default', pricingPresetName: null, full: detail } };
const upsells = (...all: Json[]): Body => ({ upsells: all });
const changed = (where: string, before: unknown, actual: string, trace: Trace, count = 1) =>
  breaks(`response.body.${where}`, `${JSON.stringify(before)}, as without price details`, actual, trace, count);

const named = (hotel: string): Body => ({ hotel: { name: hotel, room: { rateName: 'Flex', roomId: 7 } } });

export const viewComparisonsCases = {
  'view-booking.price-details-change-nothing-else': {
    passes: {
      'the detail alone': enclosed({}, full),
      'the other way round': inverse({}, full),
      'details of upsells': enclosed(
        upsells({ name: 'Late', cost: null }),
        upsells({ name: 'Late', cost: { total: 9, vat: 1 } }),
      ),
      'more members, at any place': enclosed(named('Inn'), {
        hotel: { ...Object(named('Inn').hotel), tax: 3 },
        more: [1],
      }),
      'a number of each answer': traceOf(
        [plain, detailed, detailed, plain].map((one, i) => one({ answer: i, servedAt: `12:00:0${i}` })),
      ),
      'two servers that take turns': traceOf(
        [plain, detailed, detailed, plain].map((one, i) => one({ server: i % 2 === 0 ? 'a' : 'b' })),
      ),
      'a state that moved on meanwhile': traceOf([
        plain({ bookingInfo: { status: 'inWork' } }),
        detailed({ bookingInfo: { status: 'inWork' } }),
        detailed({ bookingInfo: { status: 'completed' } }),
        plain({ bookingInfo: { status: 'completed' } }),
      ]),
      'another order': enclosed({ phones: ['1', '2'] }, { phones: ['2', '1'] }),
      'another order of what each answer tells anew': traceOf(
        [plain, detailed, detailed, plain].map((one, read) => {
          const notes = ['a', 'b'].map((text) => ({ text, read }));
          return one({ notes: one === plain ? notes : notes.toReversed() });
        }),
      ),
      'a longer list': enclosed({ notes: ['a'] }, { notes: ['b', 'a'] }),
      'what was asked for, told again': enclosed({ asked: { full: false } }, { asked: { full: true } }),
      'null for nothing': enclosed({ note: null }, {}),
      'a price that becomes its detail': enclosed({ price: 100 }, { price: { total: 100, vat: 20 } }),
      'a price that moves into its detail': enclosed({ price: 100 }, full),
      'the groups of a detail told in brief': enclosed(
        { prices: { total: 1, vat: 2 } },
        { prices: { total: {}, vat: {} } },
      ),
      'groups of the booking itself': enclosed({ total: 1, vat: 2 }, { total: { amount: 1 }, vat: 3 }),
    },
    fails: {
      'another name': changed('hotel.name', 'Inn', '"Room"', enclosed(named('Inn'), named('Room'))),
      'the other way round': changed('hotel.name', 'Inn', '"Room"', inverse(named('Inn'), named('Room'))),
      'a member is gone': changed('guests', ['Ann'], 'null', enclosed({ guests: ['Ann'] }, full)),
      'one of a list is gone': changed('notes', ['a', 'b'], '["a"]', enclosed({ notes: ['a', 'b'] }, { notes: ['a'] })),
      'beside a detail': changed(
        'prices.searchPresetName',
        'default',
        '"other"',
        enclosed({}, { prices: { searchPresetName: 'other', pricingPresetName: null, full: detail } }),
      ),
      'the supplier is no group of the booking': changed(
        'supplier.comment',
        'x',
        '"y"',
        enclosed({ total: 1, vat: 2, supplier: { comment: 'x' } }, { total: 1, vat: 2, supplier: { comment: 'y' } }),
      ),
      'an upsell more': changed('upsells', [1], '[1,2]', enclosed(upsells(1), upsells(1, 2))),
      'two upsells that change': changed(
        'upsells[0].name',
        'Late',
        '"1"',
        enclosed(upsells({ name: 'Late' }, { name: 'Early' }), upsells({ name: '1' }, { name: '2' })),
        2,
      ),
      'an element of which something is told anew': changed(
        'notes[1].text',
        'b',
        '"c"',
        traceOf(
          [plain, detailed, detailed, plain].map((one, read) =>
            one({ notes: ['a', one === plain ? 'b' : 'c'].map((text) => ({ text, read })) }),
          ),
        ),
      ),
      'true becomes false': changed('isPaid', true, 'false', enclosed({ isPaid: true }, { isPaid: false })),
    },
    nothing: {
      'one view of each kind': traceOf([plain(named('Inn')), detailed(named('Room'))]),
      'one of each in turns': traceOf([plain(), detailed(), plain(), detailed()].map((one) => one)),
      'one kind after the other': traceOf([plain(), plain(), detailed(named('Room')), detailed(named('Room'))]),
      'with residence details, and without': traceOf([
        plain({}, { residence: false }),
        detailed(named('Room')),
        detailed(named('Room')),
        plain({}, { residence: false }),
      ]),
      'before a cancellation, and after it': traceOf([plain(), detailed(), cancel(ok({})), detailed(), plain()]),
      'of another booking': traceOf([
        plain({}, { booking: { bookingId: 'b-2' } }),
        detailed(named('Room')),
        detailed(named('Room')),
        plain({}, { booking: { bookingId: 'b-2' } }),
      ]),
      refused: traceOf([plain(), ...[1, 2].map(() => view(refusal(400, 'X'), { price: true })), plain()]),
    },
  },
} satisfies Record<string, ClauseCases>;
