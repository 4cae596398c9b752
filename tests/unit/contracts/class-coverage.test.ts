/** Every clause has its dimensions, and what a run met of them is counted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { classCoverage, classTotals, type ShowingTarget } from '../../../contracts/class-coverage.ts';
import { clauseClasses } from '../../../contracts/clause-classes.ts';
import { type ClauseId, clauseIds } from '../../../contracts/clauses.ts';
import { type DimensionId, dimensions } from '../../../contracts/dimensions.ts';
import { operationIds, operations } from '../../../contracts/operations.ts';
import type { RunRecord } from '../../../contracts/run-record.ts';
import { chapter } from '../../chapter.ts';
import { none } from '../asserted.ts';
import { inconclusive, passing, recordOf } from '../reports/record-of.ts';

test('every clause has its dimensions, or says why it has none', () => {
  const silent = clauseIds.filter((id) => {
    const { classes, whyNone } = clauseClasses(id);
    return classes.size > 0 === (whyNone !== undefined);
  });
  assert.deepEqual(silent, [], 'name its dimensions in contracts/topics/');
});

test('every dimension and every class of it is of some clause', () => {
  const had = new Map<DimensionId, Set<string>>();
  for (const id of clauseIds)
    for (const [dimension, classes] of clauseClasses(id).classes)
      had.set(dimension, new Set([...(had.get(dimension) ?? []), ...classes]));
  for (const [id, classes] of Object.entries(dimensions))
    assert.deepEqual([...(had.get(id as DimensionId) ?? [])].sort(), [...classes].sort(), id);
});

test('no clause has two classes of one name, and no name has a comma', () => {
  for (const id of clauseIds) {
    const names = clauseClasses(id).names;
    assert.equal(new Set(names).size, names.length, id);
    assert.ok(!names.some((name) => name.includes(',')), id);
  }
});

test('what an area is about decides over what its clauses vary', () => {
  const of = (id: (typeof clauseIds)[number]): string => [...clauseClasses(id).classes.keys()].join(' ');
  assert.equal(of('cities.sorted-by-id'), 'partner language read position after');
  assert.equal(of('cities.unknown-country-is-empty'), 'partner language read after');
  assert.equal(of('view-booking.room-is-shown'), 'occupancy rooms extras preset region supplier partner read after');
  assert.equal(
    of('ticket-cancel.voided-ticket-is-not-open'),
    'passengers passenger trip route supplier partner turn after',
  );
  assert.equal(of('token.wrong-secret-is-refused'), '');
  assert.deepEqual(clauseClasses('fare-rules.rules-are-told').classes.get('after'), [
    'refusal',
    'wrong login',
    'cancellation',
    'reprice',
    'calculation',
    'void',
    'refused void',
  ]);
});

test('a clause of an operation that acts counts its turns, one of an operation that reads its reads', () => {
  for (const id of clauseIds) {
    const operation = operationIds.find((each) => id.startsWith(`${each}.`));
    if (operation === undefined || operation === 'token') continue;
    const has = clauseClasses(id).classes;
    // A price is asked for anew, and nothing is bound by it.
    const reads = operations[operation].effect === 'reads';
    assert.equal(has.has('read'), reads, id);
    assert.equal(has.has('turn'), !reads, id);
  }
});

test('the page about domains describes every dimension', () => {
  const page = chapter('use/depth.md', 'Dimensions and classes: what a run tested');
  const told = [...page.matchAll(/^\| ([a-z, ]+?) *\|/gm)].flatMap(([, names = '']) => names.split(', '));
  none(Object.keys(dimensions).filter((name) => !told.includes(name)));
});

const bare: ShowingTarget = { may: {}, known: {}, levers: {} };
const rich: ShowingTarget = {
  otherPartner: { clientId: 'a', clientSecret: 'b' },
  may: { books: { perRun: 9, perDay: 9 }, tickets: { perRun: 9, perDay: 9 } },
  known: { presets: ['smart'], otherRegions: [2], otherRoutes: ['C-D'], hotels: [1, 2, 3] },
  levers: { openWorld: () => Promise.reject(new Error('nobody opens one here')) },
};

const met = (clause: ClauseId, cells: string): RunRecord => recordOf({ ...passing(clause), cells });

/** By class of one clause: whether it was met, or else what the target lacks for it. */
const told = (record: RunRecord, clause: ClauseId, target?: ShowingTarget): Record<string, boolean | string> =>
  Object.fromEntries(
    (classCoverage(record, target).find((each) => each.clause === clause)?.cells ?? []).map(
      ({ name, isMet, lacks }) => [name, lacks ?? isMet],
    ),
  );

test('what a target lacks is named, and what it has is only not met yet', () => {
  const search = 'hotel-search.search-id-is-returned';
  const record = met(search, 'own, default, usual region, common supplier, rarer supplier');
  const [poor, well, unknown] = [told(record, search, bare), told(record, search, rich), told(record, search)];
  assert.equal(poor.own, true);
  assert.equal(poor.other, 'needs otherPartner');
  assert.equal(poor.named, 'needs known.presets');
  assert.equal(poor['other region'], 'needs known.otherRegions');
  assert.equal(poor.cancellation, 'needs may.books');
  assert.equal(poor['several rooms'], false);
  for (const each of [well, unknown])
    assert.deepEqual([each.other, each.named, each['other region'], each.cancellation], [false, false, false, false]);
});

test('tickets need both permissions, and flights their own routes', () => {
  const info = 'ticket-info.coupon-status-is-told';
  const poor = told(met(info, 'own'), info, { ...rich, may: { books: { perRun: 1, perDay: 1 } }, known: {} });
  assert.equal(poor.void, 'needs may.books and may.tickets');
  assert.equal(poor['later passenger'], 'needs may.books and may.tickets');
  assert.equal(poor.reprice, false);
  assert.equal(poor['other route'], 'needs known.otherRoutes');
});

test('a list of one hotel has no last and no middle; one of countries is the service’s own', () => {
  const card = 'hotel-card.id-is-the-one-asked-for';
  const one = { ...rich, known: { hotels: [7] } };
  assert.equal(told(met(card, 'first listed'), card, one)['last listed'], 'needs a second of known.hotels');
  assert.equal(told(met(card, 'first listed'), card, one)['listed between'], 'needs three known.hotels');
  assert.equal(told(met('cities.sorted-by-id', 'own'), 'cities.sorted-by-id', one)['last listed'], false);
});

test('the cells of the whole run explain one supplier alone, or none that is reported', () => {
  const [view, search] = ['view-booking.room-is-shown', 'hotel-search.search-id-is-returned'] as const;
  const run = (cells: string): RunRecord => recordOf({ ...passing(view), cells: 'own' }, { ...passing(search), cells });
  assert.equal(told(run('common supplier'), view, rich)['rarer supplier'], 'one supplier alone was reported');
  assert.equal(told(run('common supplier'), view, rich)['common supplier'], false);
  assert.equal(told(run('common supplier, rarer supplier'), view, rich)['rarer supplier'], false);
  assert.equal(told(run('own'), view, rich)['common supplier'], 'no answer reported the supplier of an offer');
  // Those of flights are others.
  const rules = 'fare-rules.rules-are-told';
  const both = recordOf({ ...passing(rules), cells: 'own' }, { ...passing(search), cells: 'common supplier' });
  assert.equal(told(both, rules, rich)['rarer supplier'], 'no answer reported the supplier of an offer');
});

test('a clause that was not shown for want of something has that reason for all its cells', () => {
  const view = 'view-booking.room-is-shown';
  const wanting = recordOf(inconclusive(view, 'needs', "needs bindings['view-booking'] in the target file"));
  assert.deepEqual(
    new Set(Object.values(told(wanting, view, rich))),
    new Set(["needs bindings['view-booking'] in the target file"]),
  );
  const troubled = told(recordOf(inconclusive(view, 'trouble', 'HTTP 503')), view, rich);
  assert.equal(troubled['one room'], false);
});

test('a probe never logs in wrongly', () => {
  const cities = 'cities.sorted-by-id';
  assert.equal(
    told({ ...met(cities, 'own'), depth: 'probe' }, cities, rich)['wrong login'],
    'a probe never logs in wrongly',
  );
  assert.equal(told(met(cities, 'own'), cities, rich)['wrong login'], false);
});

test('only a run in its own world walks on after a wrong login', () => {
  const cities = 'cities.sorted-by-id';
  assert.equal(told(met(cities, 'own'), cities, { ...rich, levers: {} })['wrong login'], 'needs levers.openWorld');
});

test('a record from before there were cells has met none, and one of another version only known ones', () => {
  const { cells, ...old } = met('cities.sorted-by-id', 'own');
  assert.ok(cells);
  const [of] = classCoverage(old, rich);
  assert.deepEqual(classTotals(of?.cells ?? []), { met: 0, lacking: 0, all: 14 });
  const renamed = { ...old, cells: { 'cities.sorted-by-id': 'own, a class of another version' } };
  assert.equal(classTotals(classCoverage(renamed, rich)[0]?.cells ?? []).met, 1);
});

test('a clause without dimensions says why', () => {
  const [of] = classCoverage(recordOf(passing('token.wrong-secret-is-refused')));
  assert.deepEqual(of?.cells, []);
  assert.match(of?.whyNone ?? '', /few wrong/);
});
