/** Cases out of files of foreign services, as they leave the machine, and how their exports run there. */
import assert from 'node:assert/strict';
import type { Case } from '../../../../cases/case.ts';
import { exported } from '../../../../cases/export/exported.ts';
import { type Imported, readImported } from '../../../../cases/import/read-imported.ts';
import { importedBundles } from '../../../../cases/imported-bundle.ts';
import type { Bundle } from '../../../../contracts/bundle.ts';
import type { OperationId } from '../../../../contracts/operations.ts';
import type { Target } from '../../../../contracts/target.ts';
import type { Trace } from '../../../../contracts/trace.ts';
import { simulatedTime, targetReading } from '../../../../prover/walked-world.ts';
import type { AnyDialectId } from '../../../../sandbox/dialects.ts';
import { type AnyFaultId, faultOf } from '../../../../sandbox/faults.ts';
import type { Sandbox } from '../../../../sandbox/server.ts';
import { startMs } from '../../sandbox/caller.ts';
import { isRealIn, stranger } from '../strangers.ts';
import { type Ran, ranCurl, ranHttp, ranPlaywright } from './exported-runs.ts';

type StrangerFault = {
  readonly dialect: AnyDialectId;
  readonly fault: AnyFaultId;
  readonly flow: string;
  readonly operations?: readonly OperationId[];
};

const findingOf = (imported: Imported, target: Target, { fault }: Pick<StrangerFault, 'fault'>): Bundle | undefined => {
  const at = new Date(startMs).toISOString();
  const run = { id: 'run', target: target.name, revision: target.revision, seed: 1, startedAt: at, repeat: 'import' };
  const { found } = importedBundles(imported, { run, target, file: 'saved.har', at });
  const { violates } = faultOf(fault);
  return found.find(({ verdicts }) => verdicts.some(({ clause }) => violates.includes(clause)));
};

type StrangerCase = Case & {
  /** As it was in the file. */
  readonly exact: Trace;
};

/** The case of a fault in the story of a foreign service; undefined where the file does not show it. */
export const strangerCase = async (
  sandbox: Sandbox,
  { dialect, fault, flow, operations }: StrangerFault,
): Promise<StrangerCase | undefined> => {
  const { target, imported } = await stranger(sandbox, dialect, {
    flow,
    faults: [fault],
    depth: 'standard',
    operations,
  });
  const bundle = findingOf(imported, target, { fault });
  return (
    bundle && {
      file: 'finding.bundle.json',
      bundle,
      traces: bundle.traces,
      isExact: false,
      exact: imported.trace,
    }
  );
};

/** A world of the service as it was when the file was saved. */
export const worldThen = (
  sandbox: Sandbox,
  { dialect, fault }: { readonly dialect: AnyDialectId; readonly fault?: AnyFaultId },
): string => {
  const { now } = simulatedTime(() => startMs);
  return sandbox.openWorld({ scale: 'small', seed: 0, dialect, now, faults: fault ? [fault] : [] }).baseUrl;
};

const programs = { curl: ranCurl, playwright: ranPlaywright, http: ranHttp } satisfies Record<
  string,
  (opened: Case, baseUrl: string) => Promise<Ran>
>;

/** Each form sees the fault where it is, and that it is gone where it is not. */
export const assertExported = async (sandbox: Sandbox, of: StrangerFault): Promise<void> => {
  const opened = (await strangerCase(sandbox, of)) ?? assert.fail('the file does not show it');
  for (const [form, ran] of Object.entries(programs)) {
    const broken = await ran(opened, worldThen(sandbox, of));
    const healthy = await ran(opened, worldThen(sandbox, { dialect: of.dialect }));
    assert.equal(broken.code, 1, `${form} with the fault: ${broken.said}`);
    assert.equal(healthy.code, 0, `${form} without it: ${healthy.said}`);
    assert.ok(!isRealIn(broken.said + healthy.said));
  }
  const target = targetReading(of.dialect, worldThen(sandbox, of));
  const again = readImported(exported(opened, 'har', { isPage: false }), { target, fileName: 'again.har' });
  assert.ok(findingOf(again, target, of), 'its HAR shows the same');
};
