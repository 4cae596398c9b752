/** The cases of the rules that hold for the offers of search and pricing alike. */
import type { BoundOperation } from '../../../../contracts/intents.ts';
import type { Json } from '../../../../contracts/json.ts';
import { factsOf } from '../../../../contracts/locate.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import { bound, ok, type Step, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';
import { type Ask, type Body, listOf, noAnswer, offer, scored, searchIntent, without } from './hotel-offers.ts';

/** Lists in groups, which the binding calls ranked. */
const ranked = (operation: BoundOperation, body: { groups: Json[] }): Step => {
  const lists = body.groups.map((group, i) =>
    listOf((group as Body).offers).map((one, j) => ({
      at: ['groups', i, 'offers', j],
      score: (one as Body).aiScore ?? null,
    })),
  );
  return bound(operation, ok(body), { intent: searchIntent, facts: factsOf(operation, body, { ranked: lists }) });
};

const at = (field: string) => `response.body.offers${field}`;

/** The rules that search and pricing share, by the name of the rule. */
export const offerCases = (operation: 'hotel-search' | 'hotel-pricing', ask: Ask) => {
  const one = (...offers: Json[]): Trace => traceOf([ask(offers)]);
  const named = (body: Body): Trace =>
    traceOf([bound(operation, ok(body), { facts: factsOf(operation, body), intent: searchIntent })]);
  const nothing = noAnswer(operation, ask);
  const noOffers = { 'no offer': one(), 'nothing like an offer': named({ results: [{ id: 1 }] }) };
  const noId = (actual: string, trace: Trace, where = at('[0].offerId')) =>
    breaks(where, 'text that is not empty', actual, trace);
  const range = (score: Json) =>
    breaks(at('[1].aiScore'), 'null, or a number from 0 to 1', JSON.stringify(score), one(...scored(0.5, score)));
  const order = (where: string, before: number, actual: number, ...scores: Json[]) =>
    breaks(
      at(`[${where}].aiScore`),
      `in the order of the scores, and the one before it is ${before}`,
      String(actual),
      one(...scored(...scores)),
    );
  const [first, second] = [scored(0.9, 0.5, 0.1), scored(0.1, 0.5, 0.9)];
  const groups: Json[] = [{ offers: first }, { offers: second }];

  return {
    'offers-carry-offer-id': {
      passes: {
        all: one(offer('a'), offer('b')),
        'found by name': named({ data: { rooms: [{ rates: [offer('a')] }, { rates: [offer('b')] }] } }),
        'found alone': named({ best: offer('a') }),
        'inside what the binding calls an offer': one({ rate: { offerId: 'a', aiScore: null } }),
      },
      fails: {
        absent: noId('absent', one(without('offerId', offer('a')), offer('b'))),
        'absent on one of its list': noId(
          'absent',
          named({ data: { rates: [offer('a'), without('offerId', offer('b'))] } }),
          'response.body.data.rates[1].offerId',
        ),
        'absent where a score shows an offer': noId(
          'absent',
          named({ rates: [{ aiScore: 1 }] }),
          'response.body.rates[0].offerId',
        ),
        number: noId('7', one(offer(7))),
        null: noId('null', one(offer(null))),
        empty: noId('""', one(offer(''))),
        'a number inside': noId('7', one({ rate: { offerId: 7 } }), at('[0].rate.offerId')),
      },
      nothing,
      unshown: noOffers,
    },
    'offers-carry-ai-score': {
      passes: {
        'null and numbers': one(...scored(null, 0.5, 1)),
        'of the wrong type is for another clause': one(...scored('x')),
      },
      fails: {
        absent: breaks(
          at('[1].aiScore'),
          'a score, or null',
          'absent',
          one(offer('a'), without('aiScore', offer('b'))),
        ),
        'on none': breaks(
          'response.body.rates[0].aiScore',
          'a score, or null',
          'absent',
          named({ rates: [{ offerId: 'a' }, { offerId: 'b' }] }),
          2,
        ),
      },
      nothing,
      unshown: noOffers,
    },
    'ai-score-is-null-or-zero-to-one': {
      passes: {
        'the limits and null': one(...scored(0, -0, 1, null, 0.5)),
        'absent is for another clause': one(offer('a'), without('aiScore', offer('b'))),
      },
      fails: {
        'more than one': range(1.0001),
        negative: range(-0.1),
        percent: range(87),
        text: range('0.5'),
        boolean: range(true),
        object: range({}),
      },
      nothing,
      unshown: { ...noOffers, 'without a score': one(without('aiScore', offer('a'))) },
    },
    'ranked-by-ai-score': {
      passes: {
        falling: one(...first),
        rising: one(...second),
        'with equal ones and null among them': one(...scored(0.9, null, 0.9, 0.5, null, 0.5)),
        'each list in its own order': traceOf([
          ask(
            [],
            // The lists are where the binding says, whatever it calls offers.
            { read: { offers: [], ranked: [] } },
          ),
          ranked(operation, { groups }),
        ]),
      },
      fails: {
        'one out of order': order('2', 0.5, 0.7, 0.9, 0.5, 0.7, 0.1),
        'behind a null': order('3', 0.5, 0.7, 0.9, 0.5, null, 0.7, 0.3),
        'one that falls in a list that rises': order('3', 0.3, 0.2, 0.1, 0.2, 0.3, 0.2, 0.4),
        'in a list of several': breaks(
          'response.body.groups[1].offers[2].aiScore',
          'in the order of the scores, and the one before it is 0.1',
          '0.5',
          traceOf([ranked(operation, { groups: [{ offers: first }, { offers: scored(0.9, 0.1, 0.5, 0.4) }] })]),
        ),
      },
      nothing,
      unshown: {
        ...noOffers,
        'one offer': one(...scored(0.9)),
        'two scores are always in order': one(...scored(0.1, 0.9, null)),
        'all null': one(...scored(null, null, null)),
        'all equal': one(...scored(0.5, 0.5, 0.5)),
        'text has no order': one(...scored('0.1', '0.9', '0.5')),
        'several lists, and the binding ranks none': named({ groups }),
      },
    },
    'highest-score-first': {
      passes: { falling: one(...first), 'two of them': one(...scored(null, 0.9, 0.1)) },
      fails: {
        rising: breaks(at('[0].aiScore'), 'the highest score, which is 0.9', '0.1', one(...second)),
        'behind a null': breaks(
          at('[1].aiScore'),
          'the highest score, which is 0.7',
          '0.2',
          one(...scored(null, 0.2, 0.7)),
        ),
      },
      nothing,
      unshown: {
        ...noOffers,
        'one offer': one(...scored(0.9)),
        'all null': one(...scored(null, null)),
        'all equal': one(...scored(0.5, 0.5)),
        'no order at all is for another clause': one(...scored(0.1, 0.9, 0.5)),
        'several lists, and the binding ranks none': named({ groups }),
      },
    },
    'offer-id-tells-offers-apart': {
      passes: {
        'each its own': one(offer('a'), offer('b')),
        'one that is listed twice is left out': one(offer('a'), offer('a'), offer('b'), offer('c')),
        'no offerId is for another clause': one(offer('a'), offer('b'), without('offerId', offer('c', { room: 'x' }))),
      },
      fails: {
        'one id for two rooms': breaks(
          at('[2].offerId'),
          'an id of its own, and body.offers[0] has it too',
          '"a"',
          one(offer('a', { room: 'twin' }), offer('b'), offer('a', { room: 'suite' })),
        ),
      },
      nothing,
      unshown: {
        ...noOffers,
        'one offer': one(offer('a')),
        'the binding does not read identity': one(without('room', offer('a')), without('room', offer('a'))),
        'nothing tells them apart': one(offer('a', { room: 'x' }), offer('b', { room: 'x' })),
        'no binding': named({ rates: [offer('a'), offer('a', { room: 'x' })] }),
      },
    },
  } as const satisfies Record<string, ClauseCases>;
};
