/** One finding with all that is needed to judge it elsewhere: which run, which verdict, and the traces. */
import { z } from 'zod';
import { type RunIdentity, runIdentity } from './run-record.ts';
import { type Trace, trace } from './trace.ts';
import { type Verdict, verdict } from './verdict.ts';
import { seen } from './watched.ts';

/** `good`: the last good answer before an outage. `bad`: the first bad one. `end`: the last bad one. */
export const evidenceParts = ['good', 'bad', 'end'] as const;
export type EvidencePart = (typeof evidenceParts)[number];

export const bundle = z
  .strictObject({
    schema: z.literal('preflight.bundle/1'),
    run: runIdentity,
    /** The finding this bundle is about, by its fingerprint; none where nothing was found in what was imported. */
    fingerprint: z.string().optional(),
    /** One per flow in which it was found; of what was imported, one per clause that could be judged. */
    verdicts: z.array(verdict),
    /** In the form that may leave the machine, in the order of the verdicts. */
    traces: z.array(trace).min(1),
    /** Only where it was sent more than once. */
    seen: seen.optional(),
    /** Only of a refused booking, where it is known what decides: asked by turns as it was, and with these changes. */
    explained: z
      .strictObject({
        supplier: z.string().optional(),
        changes: z.array(z.string()).min(1),
        answers: z.array(z.enum(['refused', 'accepted', 'unclear'])),
        /** Of so many suppliers that refuse by chance, at most one answers so. */
        oneIn: z.int().positive(),
      })
      .optional(),
    /** Only of an outage: what each exchange of its one trace is to it. */
    outage: z.array(z.enum(evidenceParts)).optional(),
    /** Only of what was not recorded by us. */
    imported: z
      .strictObject({ from: z.enum(['har', 'curl', 'postman']), file: z.string(), at: z.iso.datetime() })
      .optional(),
  })
  .meta({ id: 'Bundle', description: 'One finding, ready to be judged again elsewhere.' });
export type Bundle = z.infer<typeof bundle>;

/** Of a run of our own. */
export type FoundBundle = Bundle & { readonly fingerprint: string };

/** One bundle per finding of a run, for any number of flows that met the finding. */
export const bundlesOf = (run: RunIdentity, verdicts: readonly Verdict[], traces: readonly Trace[]): FoundBundle[] => {
  const traceOf = new Map(traces.map((each) => [each.flow, each]));
  const found = verdicts.flatMap((each) => each.findings.map(({ fingerprint }) => ({ fingerprint, verdict: each })));
  return [...Map.groupBy(found, ({ fingerprint }) => fingerprint)].map(([fingerprint, group]) => ({
    schema: 'preflight.bundle/1',
    run,
    fingerprint,
    verdicts: group.map((each) => each.verdict),
    traces: group.flatMap((each) => traceOf.get(each.verdict.flow) ?? []),
  }));
};
