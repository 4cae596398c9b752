/** A clause of a target file: what a partner was promised besides the documentation. It is judged like any other. */
import type { Opinion } from './check.ts';
import type { OwnStatement } from './clause.ts';
import type { PartnerClauseId } from './clauses.ts';
import type { OperationId } from './operations.ts';
import type { Exchange, Trace } from './trace.ts';

/** What gives a clause of a target file something to judge, where no flow of Preflight does. */
export type PartnerFlow = {
  /** In one sentence. */
  readonly story: string;
  /** What it asks. */
  readonly operations: readonly OperationId[];
  run(session: object): Promise<void>;
};

/** An answer as an example gives it; what is left out is as in a usual success. */
export type ExampleAnswer = Pick<Exchange, 'operation'> & {
  readonly query?: Exchange['request']['query'];
  /** 200 when not said. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Exchange['request']['body'];
};

/** Answers that keep the clause, and answers that break it: without them nothing shows that it can fail. */
export type ClauseProof = { readonly keeps: readonly ExampleAnswer[]; readonly breaks: readonly ExampleAnswer[] };

/** As much of a clause as a plan needs; without `run` where the target file is not. */
export type PlannedClause = OwnStatement & {
  readonly id: PartnerClauseId;
  /** It is judged in the flows that ask one of these; in all that only read or book rightly when not said. */
  readonly operations?: readonly OperationId[] | undefined;
  readonly flow?: (Omit<PartnerFlow, 'run'> & Partial<Pick<PartnerFlow, 'run'>>) | undefined;
};

export type PartnerClause = PlannedClause & {
  readonly proof?: ClauseProof | undefined;
  given(trace: Trace): readonly Exchange[];
  then(exchange: Exchange, trace: Trace): Opinion;
};

/** Of the flow that such a clause brings along; it is that of a file, too: `partner-acme-cities-have-names`. */
export const flowNameOf = (id: string): string => `partner-${id.replace('.', '-')}`;
