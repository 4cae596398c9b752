/** How a target file writes a clause of its own, and how it is judged. */
import type { Basis } from '../contracts/clause.ts';
import type { ClauseId } from '../contracts/clauses.ts';
import { judge } from '../contracts/judge.ts';
import { type OperationId, operations } from '../contracts/operations.ts';
import type { ExampleAnswer, PartnerClause } from '../contracts/partner-clause.ts';
import type { Trace } from '../contracts/trace.ts';
import type { Pair } from './judged-flow.ts';
import { emptyTrace } from './run-folder.ts';
import type { Session } from './session.ts';

/** What a person writes; the id is `<partner>.<slug>`. */
export type ClauseDefinition = Pick<PartnerClause, 'text' | 'operations' | 'given' | 'then' | 'proof'> & {
  readonly id: string;
  readonly basis: Basis;
  /** Where it is written, such as a part of an agreement; the partner of the id when not said. */
  readonly section?: string;
  readonly flow?: {
    readonly story: string;
    readonly operations: readonly OperationId[];
    run(session: Session): Promise<void>;
  };
};

/** Types a clause of a target file; it is validated when the file is loaded. */
export const clause = (definition: ClauseDefinition): ClauseDefinition => definition;

/** The exact trace with the verdicts of the target file: in the form that leaves, values may stand for others. */
export const withOwnVerdicts = (trace: Trace, pairs: readonly Pair[], own: readonly PartnerClause[]): Trace => {
  const isOwn = ({ clause: id }: { readonly clause: ClauseId }): boolean => own.some((each) => each.id === id);
  const asked = pairs.filter((pair) => pair.flow === trace.flow && isOwn(pair));
  if (asked.length === 0) return trace;
  return { ...trace, verdicts: asked.map(({ clause: id }) => judge(id, trace, own)) };
};

const exampleTrace = (answers: readonly ExampleAnswer[]): Trace => {
  const at = '2026-01-01T00:00:00.000Z';
  return {
    ...emptyTrace('example', at),
    exchanges: answers.map(({ operation, query = [], status = 200, headers = {}, body }, index) => ({
      index,
      operation,
      bearer: 'own',
      tokenSerial: 1,
      request: { method: operations[operation].method, path: operations[operation].path, query, headers: {} },
      sentAt: at,
      durationMs: 0,
      response: { status, headers: { ...headers }, bytes: 0, ...(body !== undefined && { body }) },
    })),
  };
};

/** Why a clause of a target file is not proven; undefined where its examples show that it can hold and can fail. */
export const unprovenBecause = (own: PartnerClause): string | undefined => {
  const { id, proof } = own;
  if (!proof) return 'nothing shows that it can fail: add proof: { keeps: [ … ], breaks: [ … ] }';
  const [kept, broken] = [proof.keeps, proof.breaks].map((answers) => judge(id, exampleTrace(answers), [own]));
  const seen = (outcome = '', reason = ''): string => `${outcome}${reason && `, ${reason}`}`;
  if (kept?.outcome !== 'pass') return `proof.keeps must pass, and is ${seen(kept?.outcome, kept?.reason)}`;
  if (broken?.outcome !== 'fail') return `proof.breaks must fail, and is ${seen(broken?.outcome, broken?.reason)}`;
  return undefined;
};
