/** The exchanges of a run that show an outage, should it be one: few, in their shareable form, and none of them long. */
import { isJsonObject, type Json } from '../contracts/json.ts';
import { isRefusal, isTroubled, succeeded } from '../contracts/outcome.ts';
import type { Exchange, Trace } from '../contracts/trace.ts';
import type { Answers } from '../history/outage-evidence.ts';
import { isLockedOut } from './troubles.ts';

/** So many characters of each body are kept. */
const bodyMax = 2_000;
/** What is longer all the same, as by its names, is kept without its bodies. */
const exchangeMax = 16_000;

const numberCharacters = 8;

/** @param room What is left of the characters, counted down. */
const cut = (value: Json, room: { left: number }): Json => {
  if (typeof value === 'string') {
    const kept = value.slice(0, Math.max(room.left, 0));
    room.left -= kept.length;
    return kept === value ? value : `${kept}… ${value.length - kept.length} characters left out`;
  }
  if (Array.isArray(value)) {
    const kept: Json[] = [];
    for (const item of value) {
      if (room.left <= 0) return [...kept, `… ${value.length - kept.length} left out`];
      kept.push(cut(item, room));
    }
    return kept;
  }
  if (isJsonObject(value)) {
    const kept: [string, Json][] = [];
    const all = Object.entries(value);
    for (const [name, item] of all) {
      if (room.left <= 0) return Object.fromEntries([...kept, ['…', `${all.length - kept.length} left out`]]);
      room.left -= name.length;
      kept.push([name, cut(item, room)]);
    }
    return Object.fromEntries(kept);
  }
  room.left -= numberCharacters;
  return value;
};

const leftOut: Json = '… left out';

/** It is looked at and not judged: what was read out of it goes, and a long body is cut, with a mark. */
const cutExchange = ({ facts, intent, request, response, ...rest }: Exchange): Exchange => {
  const withBodies = (body: (given: Json) => Json): Exchange => ({
    ...rest,
    request: { ...request, ...(request.body !== undefined && { body: body(request.body) }) },
    ...(response && { response: { ...response, ...(response.body !== undefined && { body: body(response.body) }) } }),
  });
  const shown = withBodies((given) => cut(given, { left: bodyMax }));
  if (JSON.stringify(shown).length <= exchangeMax) return shown;
  const { replaced, ...short } = withBodies(() => leftOut);
  return short;
};

/** An operation that was in trouble in this run has no good answer, even where a second attempt had one. */
export const answersOf = (traces: readonly Pick<Trace, 'exchanges' | 'cleanUp'>[]): Answers => {
  const all = traces
    .flatMap(({ exchanges, cleanUp = [] }) => [...exchanges, ...cleanUp])
    .filter(({ failure }) => failure?.kind !== 'withheld');
  const isOut = isLockedOut(all);
  const isBad = (one: Exchange): boolean => isTroubled(one) || (isOut && one.login === 'own' && isRefusal(one));
  const bad = new Map<string, Exchange>();
  for (const one of all) if (isBad(one) && !bad.has(one.operation)) bad.set(one.operation, one);
  const good = new Map(
    all.filter((one) => succeeded(one) && !bad.has(one.operation)).map((one) => [one.operation, one]),
  );
  const kept = (found: ReadonlyMap<string, Exchange>) =>
    Object.fromEntries([...found].map(([operation, one]) => [operation, cutExchange(one)]));
  return { good: kept(good), bad: kept(bad) };
};
