/** What parts of a trace show of a domain, in its declared classes. */
import type { Touch } from '../../contracts/domain-coverage.ts';
import type { Json } from '../../contracts/json.ts';
import { outcomeOf } from '../../contracts/outcome.ts';
import { asked, isAboutRights } from '../../contracts/subjects.ts';
import type { Exchange, Trace } from '../../contracts/trace.ts';
import { type DomainId, domainOf } from '../partitions.ts';

const dayMs = 86_400_000;

export const daysBetween = (fromMs: number, day: Json | undefined): number =>
  typeof day === 'string' ? Math.floor(Date.parse(day) / dayMs) - Math.floor(fromMs / dayMs) : Number.NaN;

export type Reported = Readonly<Record<string, string | undefined>>;

/** Only classes that are declared, or any of an open dimension; nothing where none is left. */
export const touchOf = (domain: DomainId, reported: Reported): Touch[] => {
  const { dimensions = {} } = domainOf(domain) ?? {};
  const classes = Object.entries(reported).flatMap(([dimension, name]): [string, string][] => {
    const names = dimensions[dimension];
    return name !== undefined && (names === 'open' || names?.includes(name)) ? [[dimension, name]] : [];
  });
  return classes.length > 0 ? [{ domain, classes: Object.fromEntries(classes) }] : [];
};

/** It was looked at: what never arrived, what ran into trouble and what lacked rights was not shown to anybody. */
export const isTaken = (exchange: Exchange): boolean =>
  outcomeOf(exchange).kind !== 'trouble' && !isAboutRights(exchange);

export const askedOf = (trace: Trace, ...operations: readonly Exchange['operation'][]): Exchange[] =>
  operations.flatMap((operation) => asked(trace, operation)).filter(isTaken);
