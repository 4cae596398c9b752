/** Checks that asking for price details changes nothing else of a view (parts 2.5 and 4.6). */

import { isDeepStrictEqual } from 'node:util';
import {
  type Check,
  check,
  type Mismatch,
  mismatchAt,
  type Opinion,
  type Path,
  pathText,
  shown,
  unshown,
  valueAt,
} from '../check.ts';
import { type PriceDetailFact, type PriceGroup, priceGroups } from '../facts.ts';
import type { Details } from '../intents.ts';
import { isJsonObject, type Json } from '../json.ts';
import { has, nodesOf } from '../locate/walk.ts';
import { isTroubled } from '../outcome.ts';
import { bodyOf, field, isAuthorized } from '../subjects.ts';
import type { Exchange, Trace } from '../trace.ts';
import { areAboutOne, views } from './own-bookings.ts';
import { doesNotRead, readFacts } from './reads.ts';

// Checks of the price details of a view: there exactly when they are asked for (parts 2.5 and 4.6).

/** Fewer groups are no detail: a group that does not apply may be missing, but not all of them. */
const groupsMin = 2;

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
const hasGroup = (value: Json, group: PriceGroup, isView: boolean): boolean =>
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

/** The views of one booking in one state, alike in residence details. */
type Views = { readonly exchanges: readonly [Exchange, ...Exchange[]] };

const asksForPrices = (view: Exchange): Json | undefined => detailAsked(view, 'includePriceDetails');

/** Two of one kind around two of the other: then a change in between, or answers in turns, look like no effect. */
const isEnclosed = ({ exchanges }: Views): boolean =>
  exchanges.map(asksForPrices).some((first, i, all) => {
    const [second, third, fourth] = all.slice(i + 1, i + 4);
    return typeof first === 'boolean' && second === !first && third === second && fourth === first;
  });

export const groupsOf = (trace: Trace): Views[] => {
  const cancels = trace.exchanges.filter((each) => each.operation === 'cancel-booking' && isAuthorized(each));
  const stateOf = (view: Exchange): number => cancels.filter(({ index }) => index < view.index).length;
  const isAlike = (one: Exchange, other: Exchange): boolean =>
    areAboutOne(one, other) &&
    stateOf(one) === stateOf(other) &&
    detailAsked(one, 'includeResidenceDetails') === detailAsked(other, 'includeResidenceDetails');
  const groups: [Exchange, ...Exchange[]][] = [];
  for (const view of views(trace)) {
    const group = groups.find(([first]) => isAlike(first, view));
    if (group) group.push(view);
    else groups.push([view]);
  }
  return groups.map((exchanges) => ({ exchanges })).filter(isEnclosed);
};

/** What stands at one place of every view that asks for no price details, and of every one that does. */
type Sides = { readonly plain: readonly Json[]; readonly detailed: readonly Json[] };

type ViewChange = { readonly path: Path; readonly before: Json; readonly after: Json };

const depthMax = 12;

/** Of one group of views: what is left over then is not judged. */
const comparisonsMax = 20_000;

const allEqual = ([first, ...more]: readonly Json[]): boolean => more.every((each) => isDeepStrictEqual(each, first));

const isArray = (value: Json): value is Json[] => Array.isArray(value);

/** Null is the same as absent. */
const memberOf = (value: Json, key: string | number): Json =>
  (isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : isArray(value) ? value[Number(key)] : null) ?? null;

const leavesOf = (value: Json, depth = 0): Json[] =>
  typeof value !== 'object' || value === null || depth > depthMax
    ? [value]
    : Object.values(value).flatMap((inner) => leavesOf(inner, depth + 1));

const comparison = (views: readonly Exchange[]) => {
  const named = new Set(views.flatMap(({ facts }) => (facts?.priceDetails ?? []).map(({ at }) => pathText(at))));

  const isDetail = (value: Json, path: Path): boolean =>
    named.has(pathText(path)) ||
    priceGroups.filter((group) => hasGroup(value, group, path.length === 0)).length >= groupsMin;

  /** What stands in price details, to which an ordinary price may lawfully move. */
  const inDetails = new Set(
    views.flatMap((view) =>
      (view.facts?.priceDetails ?? []).flatMap(({ at }) =>
        leavesOf(valueAt(view, ['response', 'body', ...at]) ?? null),
      ),
    ),
  );

  const membersOf = ({ plain, detailed }: Sides, path: Path): string[] => {
    const isPriced = [...plain, ...detailed].some((value) => isDetail(value, path));
    const isGroup = (key: string): boolean =>
      isPriced && priceGroups.some((group) => key === group && !(path.length === 0 && group === 'supplier'));
    return [...new Set(plain.flatMap((value) => Object.keys(value ?? {})))].filter((key) => !isGroup(key));
  };

  let comparisons = 0;

  /** The order of a list is not documented. More entries are lawful, but none that was booked may be missing. */
  const keepsAll = (before: readonly Json[], after: readonly Json[], path: Path): boolean =>
    (path.join() !== 'upsells' || before.length === after.length) &&
    before.every((one, i) =>
      after.some((other) => changesIn({ plain: [one], detailed: [other] }, [...path, i]).length === 0),
    );

  const isLawful = (before: Json, after: Json, path: Path): boolean =>
    before === null ||
    // It may say again what was asked for.
    (before === false && after === true) ||
    (after === null && leavesOf(before).every((leaf) => inDetails.has(leaf))) ||
    (!isJsonObject(before) && isDetail(after, path)) ||
    (isArray(before) && isArray(after) && keepsAll(before, after, path));

  /** Places at which all of one kind agree, and the two kinds do not. */
  const changesIn = (reported: Sides, path: Path = []): ViewChange[] => {
    const { plain, detailed } = reported;
    const [before = null] = plain;
    const [after = null] = detailed;
    const all = [...plain, ...detailed];
    comparisons += 1;
    if (comparisons > comparisonsMax || path.length > depthMax || allEqual(all)) return [];
    const isAgreed = allEqual(plain) && allEqual(detailed);
    if (isAgreed && isLawful(before, after, path)) return [];
    const at = (values: readonly Json[], key: string | number): Json[] => values.map((value) => memberOf(value, key));
    const changesAt = (key: string | number, other = key): ViewChange[] =>
      changesIn({ plain: at(plain, key), detailed: at(detailed, other) }, [...path, key]);
    if (all.every(isJsonObject)) return membersOf(reported, path).flatMap((key) => changesAt(key));
    const lengths = all.map((value) => (isArray(value) ? value.length : -1));
    if (all.every(isArray) && allEqual(lengths)) {
      const places = [...Array(lengths[0]).keys()];
      return places.flatMap((i) => {
        const changes = changesAt(i);
        // What each answer reports anew may stand in another order, too.
        return changes.length > 0 && places.some((other) => changesAt(i, other).length === 0) ? [] : changes;
      });
    }
    return isAgreed ? [{ path, before, after }] : [];
  };
  return changesIn;
};

export const changesNothingElse = ({ exchanges }: Views): Opinion => {
  const of = (isAsked: boolean): Exchange[] => exchanges.filter((view) => asksForPrices(view) === isAsked);
  const bodies = (isAsked: boolean): Json[] => of(isAsked).map(({ response }) => response?.body ?? null);
  const exchange = of(true)[0] ?? exchanges[0];
  return comparison(exchanges)({ plain: bodies(false), detailed: bodies(true) }).map(
    ({ path, before, after }): Mismatch =>
      mismatchAt(exchange, path, { expected: `${shown(before)}, as without price details`, actual: shown(after) }),
  );
};
