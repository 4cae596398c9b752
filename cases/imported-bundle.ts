/** Judges an imported trace, and makes its bundles: one of the whole, and one for each finding. */
import { isMadeOfWords } from '../client/redaction/dictionary.ts';
import { createOwnValues } from '../client/redaction/own-values.ts';
import { namesPerson, peopleIn } from '../client/redaction/people.ts';
import { createSharing } from '../client/redaction/sharing.ts';
import type { Bundle } from '../contracts/bundle.ts';
import { clause, clauseIds } from '../contracts/clauses.ts';
import { judge } from '../contracts/judge.ts';
import type { RunIdentity } from '../contracts/run-record.ts';
import type { Target } from '../contracts/target.ts';
import type { Trace } from '../contracts/trace.ts';
import type { Verdict } from '../contracts/verdict.ts';
import type { Imported } from './import/read-imported.ts';

const origins = { HAR: 'har', curl: 'curl', 'Postman run': 'postman', 'Postman collection': 'postman' } as const;

/** A file does not show which requests were valid. */
const isShownByFiles = (id: string): boolean => !id.endsWith('.valid-request-is-answered');

const verdictsOn = (trace: Trace, { revision }: Pick<Target, 'revision'>): Verdict[] =>
  clauseIds
    .filter((id) => isShownByFiles(id) && (clause(id).since ?? '') <= revision)
    .map((id) => judge(id, trace))
    .filter(({ outcome }) => outcome !== 'inconclusive');

/** A file may be named after a guest: then only its ending leaves. */
const sharedFileName = (file: string, { exchanges }: Trace): string => {
  const [, name = file, ending = ''] = /^(.*?)(\.[a-z]{1,8})?$/is.exec(file) ?? [];
  const isPlain = isMadeOfWords(name) && !namesPerson(name, peopleIn(exchanges, createOwnValues()));
  return isPlain ? file : `file${ending}`;
};

/** @param file The name of the file, without its folders. @returns The shareable trace, all verdicts, and the bundles. */
export const importedBundles = (
  { trace: exact, format }: Imported,
  { run, target, file, at }: { run: RunIdentity; target: Target; file: string; at: string },
) => {
  const trace = createSharing().share(exact);
  const verdicts = verdictsOn(trace, target);
  const imported = { from: origins[format], file: sharedFileName(file, exact), at };
  const whole: Bundle = { schema: 'preflight.bundle/1', run, verdicts, traces: [trace], imported };
  const fingerprints = new Set(verdicts.flatMap(({ findings }) => findings.map(({ fingerprint }) => fingerprint)));
  const found = [...fingerprints].map((fingerprint) => ({
    ...whole,
    fingerprint,
    verdicts: verdicts.filter(({ findings }) => findings.some((each) => each.fingerprint === fingerprint)),
  }));
  return { trace, verdicts, whole, found };
};
