/** Checks of the price details of a view: there exactly when they are asked for (parts 2.5 and 4.6). */

import { type Check, check, type Mismatch, mismatchAt, type Opinion, type Path, unshown, valueAt } from '../check.ts';
import { type PriceDetailFact, type PriceGroup, priceGroups } from '../facts.ts';
import type { Details } from '../intents.ts';
import type { Json } from '../json.ts';
import { has, nodesOf } from '../locate/walk.ts';
import { isTroubled } from '../outcome.ts';
import { bodyOf, field } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { views } from './own-bookings.ts';
import { doesNotRead, readFacts } from './read-facts.ts';

/** Fewer groups are no detail: a group that does not apply may be missing, but not all of them. */
export const groupsMin = 2;

/** Where no binding names the place, another object than a price detail may have all the other names. */
const ofNothingElse: readonly PriceGroup[] = ['markup', 'serviceFee', 'commission'];

/** What a view was asked for, by the name of the detail. */
export const detailAsked = ({ intent, request }: Exchange, name: keyof Details): Json | undefined =>
  field(field(intent, 'details'), name) ?? field(field(request.body, 'details'), name);

const asksForDetails = (view: Exchange): boolean | undefined => {
  const asked = detailAsked(view, 'includePriceDetails');
  return typeof asked === 'boolean' ? asked : undefined;
};

const isShown = ({ groups }: PriceDetailFact): boolean => groups.length >= groupsMin;

/** A total is no detail: an ordinary one may stand in the same place. */
const isLeftOver = ({ groups, isNamed }: PriceDetailFact): boolean =>
  isNamed
    ? groups.some((group) => group !== 'total')
    : groups.length >= groupsMin && groups.some((group) => ofNothingElse.includes(group));

const groupsText = (details: readonly PriceDetailFact[]): string => {
  const groups = details.flatMap((detail) => detail.groups);
  return groups.length === 0 ? 'no group of it' : `the groups ${groups.join(', ')}`;
};

const upsellsOf = (view: Exchange): number => {
  const upsells = field(bodyOf(view), 'upsells');
  return Array.isArray(upsells) ? upsells.length : 0;
};

/** What the facts of one thing in a view report, and where the thing stands. */
type Detailed = { readonly at: Path; readonly details: readonly PriceDetailFact[] };

const pricedIn = (view: Exchange, of: PriceDetailFact['of']): Detailed[] => {
  const details = (view.facts?.priceDetails ?? []).filter((detail) => detail.of === of);
  if (of === 'booking') return [{ at: details.find(({ isNamed }) => isNamed)?.at ?? [], details }];
  const byUpsell = Map.groupBy(details, ({ at: [, index] }) => index);
  return Array.from({ length: upsellsOf(view) }, (_, i) => ({ at: ['upsells', i], details: byUpsell.get(i) ?? [] }));
};

/** The supplier of a booking is documented beside its prices. */
export const hasGroup = (value: Json, group: PriceGroup, isView: boolean): boolean =>
  has(value, group) && value[group] !== null && !(isView && group === 'supplier');

/** Where the binding names no place, two groups of any name may be a detail as well as an ordinary price. */
const mayBeShown = (view: Exchange, of: PriceDetailFact['of'], { at, details }: Detailed): boolean => {
  if (details.some(({ isNamed }) => isNamed)) return false;
  const isOutside = (key: string | number | undefined): boolean => of === 'booking' && key === 'upsells';
  const nodes = nodesOf(valueAt(view, ['response', 'body', ...at]), { enters: ({ key }) => !isOutside(key) });
  return nodes.some(({ key, parent, value }) => {
    const isView = of === 'booking' && parent === undefined;
    return !isOutside(key) && priceGroups.filter((group) => hasGroup(value, group, isView)).length >= groupsMin;
  });
};

const shownIn = (view: Exchange, of: PriceDetailFact['of']): Opinion => {
  const priced = pricedIn(view, of);
  if (priced.length === 0) return unshown('the booking has no upsells');
  const without = priced.filter(({ details }) => !details.some(isShown));
  // Only the binding knows every place: what is not found proves nothing when the binding could not read the answer.
  if (without.length > 0) readFacts(view);
  const missing = without.filter((each) => !mayBeShown(view, of, each));
  if (without.length > 0 && missing.length === 0) {
    return doesNotRead(view, of === 'booking' ? 'priceDetailAt' : 'upsellPriceDetailAt');
  }
  return missing.map(
    ({ at, details }): Mismatch =>
      mismatchAt(view, at, { expected: 'a price detail, with two groups at least', actual: groupsText(details) }),
  );
};

/** By its name, with any value; the supplier of a booking is documented beside its prices. */
const isGroupReported = (view: Exchange, group: PriceGroup): boolean =>
  nodesOf(bodyOf(view), { enters: ({ key }) => key !== 'upsells' }).some(
    ({ key, parent, value }) =>
      key !== 'upsells' && has(value, group) && !(parent === undefined && group === 'supplier'),
  );

export const everyGroupIn = (view: Exchange): Opinion => {
  const detail = pricedIn(view, 'booking')
    .flatMap(({ details }) => details)
    .find(isShown);
  if (!detail) return unshown('no price detail is found');
  const missing = priceGroups.filter((group) => !isGroupReported(view, group));
  if (missing.length === 0) return undefined;
  return mismatchAt(view, detail.at, { expected: `${missing.join(', ')} as well`, actual: groupsText([detail]) });
};

const leftOverIn = (view: Exchange, of: PriceDetailFact['of']): Opinion => {
  const priced = pricedIn(view, of);
  if (priced.length === 0) return unshown('the booking has no upsells');
  const leftOver = priced.flatMap(({ details }) =>
    details.filter(isLeftOver).map(
      (detail): Mismatch =>
        mismatchAt(view, detail.at, {
          expected: 'no price detail, as none was asked for',
          actual: groupsText([detail]),
        }),
    ),
  );
  if (leftOver.length === 0) readFacts(view);
  return leftOver;
};

export const viewsAsking = (trace: Trace, forDetails: boolean): Exchange[] =>
  views(trace).filter((view) => asksForDetails(view) === forDetails && (view.facts !== undefined || isTroubled(view)));

export const whenAsked = (of: PriceDetailFact['of']): Check =>
  check({ given: (trace) => viewsAsking(trace, true), then: (view) => shownIn(view, of) });

export const unlessAsked = (of: PriceDetailFact['of']): Check =>
  check({ given: (trace) => viewsAsking(trace, false), then: (view) => leftOverIn(view, of) });
