/** Runs all flows of a depth against a world of full scale, and reports what they sent and how it ended. */

import type { Depth } from '../../../contracts/depth.ts';
import type { OperationId } from '../../../contracts/operations.ts';
import { standings } from '../../../contracts/standing.ts';
import type { Target } from '../../../contracts/target.ts';
import type { Exchange, Trace } from '../../../contracts/trace.ts';
import { judgedBy } from '../../../engine/judge-flow.ts';
import { run } from '../../../engine/run.ts';
import { planOf } from '../../../flows/plan.ts';
import type { Sends } from '../../../flows/planned.ts';
import { simulatedTime, targetReading } from '../../../prover/walked-world.ts';
import type { DialectId } from '../../../sandbox/dialects.ts';
import type { Sandbox } from '../../../sandbox/server.ts';
import { resolvedTarget } from '../../../targets/resolved-target.ts';

/** Nothing but where it is, as the target `live` says it. */
export const bareTarget = ({ name, baseUrl, credentials }: Target): Target =>
  resolvedTarget({ name, baseUrl, credentials, limits: { requestsPerSecond: 1_000, concurrency: 8 } }, {}, name);

export const sentIn = ({ exchanges, cleanUp = [] }: Trace): Exchange[] =>
  [...exchanges, ...cleanUp].filter(({ failure }) => failure?.kind !== 'withheld');

type Asked = {
  readonly depth: Depth;
  readonly seed: number;
  readonly dialect: DialectId;
  readonly targetOf?: (target: Target) => Target;
};

export const depthRun = async (sandbox: Sandbox, { depth, seed, dialect, targetOf = (target) => target }: Asked) => {
  const { now, delay } = simulatedTime(Date.now);
  const { baseUrl } = sandbox.openWorld({ scale: 'full', seed, now, dialect });
  const target = targetOf(targetReading(dialect, baseUrl));
  const { flows, pairs, leftOut } = planOf({ revision: target.revision, depth });
  const traces = await Array.fromAsync(run(flows, { target, seed, depth, transport: { proxy: 'none', now, delay } }));
  const verdicts = traces.flatMap((trace) => judgedBy(pairs, trace));
  return { flows, leftOut, traces, exchanges: traces.flatMap(sentIn), standings: standings(verdicts) };
};

export type DepthRun = Awaited<ReturnType<typeof depthRun>>;

const isWrong = ({ operation, login }: Exchange): boolean =>
  operation === 'token' && login !== undefined && login !== 'own' && login !== 'other';

/** In the words of flows/sends.json. */
export const sendsIn = (trace: Trace): Sends => {
  const sent = sentIn(trace);
  const requests: Partial<Record<OperationId, number>> = {};
  for (const { operation } of sent) requests[operation] = (requests[operation] ?? 0) + 1;
  const totals = trace.bookings ?? [];
  return {
    requests,
    bookings: [totals].flat().reduce((sum, { requested }) => sum + requested, 0),
    tickets: [totals].flat().reduce((sum, { tickets }) => sum + (tickets?.requested ?? 0), 0),
    wrongLogins: sent.filter(isWrong).length,
  };
};
