/** Finds the price details of a view (part 2.5): where the binding says, else by groups whose names nothing else has. */
import { type PriceDetailFact, type PriceGroup, priceGroups } from '../facts.ts';
import type { Json } from '../json.ts';
import type { Path } from '../mismatch.ts';
import { has, nodesOf, pathOf, wayTo } from './walk.ts';

/** `total` and `supplier` also stand elsewhere. */
const distinctive = ['discount', 'markup', 'serviceFee', 'commission', 'vat', 'deposit'] as const;
/** One of them alone may be of something else. */
const distinctiveMin = 2;

const detailsMax = 20;
const upsellsMax = 1_000;
const insideUpsell = { depthMax: 4, nodesMax: 500 };

/** Null is the same as absent. */
const groupsOf = (value: Json | undefined): PriceGroup[] =>
  priceGroups.filter((group) => has(value, group) && value[group] !== null);

const isDetail = (value: Json): boolean => {
  const groups: readonly PriceGroup[] = groupsOf(value);
  return distinctive.filter((group) => groups.includes(group)).length >= distinctiveMin;
};

const named = (of: PriceDetailFact['of'], body: Json, at: Path): PriceDetailFact => ({
  of,
  at: [...at],
  groups: groupsOf(wayTo(body, at)?.at(-1)),
  isNamed: true,
});

const ofBooking = (body: Json): PriceDetailFact[] => [
  ...nodesOf(body, { enters: ({ key, value }) => key !== 'upsells' && !isDetail(value) })
    .filter(({ key, value }) => key !== 'upsells' && isDetail(value))
    .map(
      (node): PriceDetailFact => ({
        of: 'booking',
        at: [...pathOf(node)],
        groups: groupsOf(node.value),
        isNamed: false,
      }),
    )
    .take(detailsMax),
];

const ofUpsell = (upsell: Json, at: Path): PriceDetailFact => {
  const [found] = nodesOf(upsell, insideUpsell)
    .filter(({ value }) => isDetail(value))
    .take(1);
  const inner = found ? pathOf(found) : [];
  return { of: 'upsell', at: [...at, ...inner], groups: found ? groupsOf(found.value) : [], isNamed: false };
};

export type NamedPlaces = { readonly booking: Path | undefined; readonly upsell: Path | undefined };

/** One for the booking where its place is named, else those found; one for each upsell, there or not. */
export const priceDetailsIn = (body: Json, places: NamedPlaces): PriceDetailFact[] => {
  const upsells = has(body, 'upsells') && Array.isArray(body.upsells) ? body.upsells.slice(0, upsellsMax) : [];
  return [
    ...(places.booking ? [named('booking', body, places.booking)] : ofBooking(body)),
    ...upsells.map((upsell, i) =>
      places.upsell ? named('upsell', body, ['upsells', i, ...places.upsell]) : ofUpsell(upsell, ['upsells', i]),
    ),
  ];
};
