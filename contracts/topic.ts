/** A topic: clauses with their text, check and dimensions in one place. */
import type { Area } from './areas.ts';
import type { Check, Subject } from './check.ts';
import type { Basis, Clause, Severity } from './clause.ts';
import { type DimensionId, dimensions as everyDimension, type OwnDimensions } from './dimensions.ts';

type StatementWords = Pick<Clause, 'since' | 'text' | 'reading' | 'isLaw'> & {
  /** Where it differs from what its topic and its basis make of it. */
  readonly severity?: Severity;
  /** In what its subjects vary otherwise than those of its topic. */
  readonly dimensions?: OwnDimensions;
};

/** A clause as a topic has it, with the check that judges it. */
export type Statement = Pick<Clause, 'section' | 'basis'> & StatementWords & Check;

const statementOf =
  (basis: Basis) =>
  <S extends Subject>(section: string, rest: StatementWords & Check<S>): Statement =>
    ({ section, basis, ...rest }) as unknown as Statement;

export const documented = statementOf('documented');
export const reading = statementOf('reading');
export const derived = statementOf('derived');

/** What holds for every thing of a kind follows from the text, and so it is derived. */
export const law = <S extends Subject>(section: string, rest: StatementWords & Check<S>): Statement =>
  derived(section, { isLaw: true, ...rest });

export type Topic = {
  readonly name: string;
  readonly area: Area;
  readonly clauses: Readonly<Record<string, Clause>>;
  readonly checks: Readonly<Record<string, Check>>;
};

const dimensionIds = Object.keys(everyDimension) as DimensionId[];

/** In the order of the closed list. */
const dimensionsOf = (ofTopic: readonly DimensionId[], own: OwnDimensions | undefined) => {
  const { with: added = [], without = [], because } = own ?? {};
  const ids = dimensionIds.filter(
    (id) => (ofTopic.includes(id) || added.includes(id)) && without !== 'all' && !without.includes(id),
  );
  return { dimensions: ids, ...(ids.length === 0 && because !== undefined && { whyNone: because }) };
};

type Entries<Name extends string> = {
  readonly area: Area;
  /** Of its clauses. Of a topic that is not critical, what is derived is minor, and the rest major. */
  readonly severity?: 'critical';
  /** In what the subjects of its clauses vary. */
  readonly dimensions: readonly DimensionId[];
  readonly clauses: Readonly<Record<`${Name}.${string}`, Statement>>;
};

/** All clauses of one topic; the topic is the first part of their ids. */
export const topic = <Name extends string>(
  name: Name,
  { area, severity, dimensions, clauses }: Entries<Name>,
): Topic => {
  const statements = Object.entries<Statement>(clauses);
  return {
    name,
    area,
    clauses: Object.fromEntries(
      statements.map(([id, { section, basis, since, text, isLaw, reading, ...rest }]): [string, Clause] => [
        id,
        {
          section,
          basis,
          ...(since && { since }),
          severity: rest.severity ?? severity ?? (basis === 'derived' ? 'minor' : 'major'),
          text,
          ...(isLaw && { isLaw }),
          ...(reading && { reading }),
          ...dimensionsOf(dimensions, rest.dimensions),
        },
      ]),
    ),
    checks: Object.fromEntries(statements),
  };
};
