/** Literal traces for the clause that each kind of flight is served. */
import {
  creation,
  fareRules,
  found,
  inventing,
  issue,
  issued,
  offerPrice,
  ofOffer,
  reprice,
  retrieve,
  search,
  searchFor,
} from '../flight-trace.ts';
import { empty, refusal, traceOf } from '../literal-trace.ts';
import { breaks, type ClauseCases } from './clause-cases.ts';

const refused = refusal(400, 'X');
const [first, second] = [ofOffer(), ofOffer({ reference: 'o-2' })];
const walked = [search(found), offerPrice(), fareRules(), creation, retrieve(), reprice(), issue(issued())] as const;
const elsewhere = { ...searchFor, route: 'another' };
const elsewhereTwice = [1, 2].map((adults) => ({ ...elsewhere, adults }));
const refusedElsewhere = elsewhereTwice.map((intent) => search(refused, { intent }));

export const eachKindCases = {
  'avia-flow.each-kind-of-flight-is-served': {
    passes: {
      'every step': traceOf(walked),
      'offers for a child are refused': traceOf([
        search(found),
        offerPrice(),
        ...[first, second].map((each) =>
          offerPrice(refused, { intent: { ...each, search: { ...searchFor, children: 1 } } }),
        ),
      ]),
    },
    fails: {
      'another route': breaks(
        'response.status',
        'a success for one of 2, as for another kind of flight',
        '400',
        traceOf([search(found), ...refusedElsewhere]),
      ),
    },
    nothing: {
      'what invents': inventing(search(refused), search(refused, { intent: { adults: 2 } })),
      'lack of rights': traceOf([search(empty(403))]),
    },
    unshown: {
      'one search': traceOf([search(refused)]),
      'nothing else works, either': traceOf([
        search(refused),
        search(refused, { intent: { ...searchFor, adults: 2 } }),
      ]),
    },
    unavailable: {
      'nothing is available': traceOf(elsewhereTwice.map((intent) => search(refusal(404, 'X'), { intent }))),
    },
  },
} satisfies Record<string, ClauseCases>;
