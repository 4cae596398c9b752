/** What is measured by a look into the store: asked for when measurements are sent, once a minute or so. */
import { dayMs } from '../contracts/durations.ts';
import { type IncidentKind, incidentKinds } from '../contracts/incident.ts';
import type { History } from '../history/history.ts';
import { missedClass } from './slot-result.ts';

export type OfStore = {
  readonly history: History;
  readonly targets: readonly string[];
  readonly probes: readonly string[];
  readonly location: string;
  readonly now: () => number;
};

export type OpenIncidents = { readonly target: string; readonly kind: IncidentKind; readonly open: number };

/** Of each target that is watched and each kind, those too of which none is open: what is over has to come to 0. */
export const openIncidents = async ({ history, targets }: OfStore): Promise<OpenIncidents[]> => {
  const rows = await history.read
    .selectFrom('incident')
    .select(['target', 'kind', ({ fn }) => fn.countAll<number>().as('open')])
    .where('closedAt', 'is', null)
    .where('target', 'in', targets)
    .groupBy(['target', 'kind'])
    .execute();
  return targets.flatMap((target) =>
    incidentKinds.map((kind) => {
      const found = rows.find((row) => row.target === target && row.kind === kind);
      return { target, kind, open: Number(found?.open ?? 0) };
    }),
  );
};

export type MissedSlots = { readonly probe: string; readonly reason: string; readonly missed: number };

const slotsMax = 10_000;

/**
 * Counts from now on. Missed slots are written at many places, some of them late, and old rows are removed. So each
 * look takes the missed slots of the last day that no look has counted yet.
 */
export const missedSlots = ({ history, probes, location, now }: OfStore): (() => Promise<MissedSlots[]>) => {
  const begunAt = now();
  let known = new Set<string>();
  const totals = new Map<string, MissedSlots>();
  return async () => {
    const rows = await history.read
      .selectFrom('slot')
      .select(['probe', 'at', 'reason'])
      .where('state', '=', 'missed')
      .where('location', '=', location)
      .where('probe', 'in', probes)
      .where('endedAt', '>=', Math.max(begunAt, now() - dayMs))
      .orderBy('endedAt', 'desc')
      .limit(slotsMax)
      .execute();
    const seen = new Set<string>();
    for (const { probe, at, reason: text } of rows) {
      const slot = `${probe} ${at}`;
      seen.add(slot);
      if (known.has(slot)) continue;
      const reason = missedClass(text ?? '');
      const key = `${probe} ${reason}`;
      totals.set(key, { probe, reason, missed: (totals.get(key)?.missed ?? 0) + 1 });
    }
    known = seen;
    return [...totals.values()];
  };
};
