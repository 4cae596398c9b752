/** Compares two worlds of one sandbox, each on its own clock that needs no waiting. */
import { createSharing } from '../../../../client/redaction/sharing.ts';
import type { Target } from '../../../../contracts/target.ts';
import { runner } from '../../../../engine/run.ts';
import { planOf } from '../../../../flows/plan.ts';
import { type SentRounds, type Side, sendRounds } from '../../../../gate/run-compare.ts';
import { simulatedTime, targetReading } from '../../../../prover/walked-world.ts';
import type { DialectId } from '../../../../sandbox/dialects.ts';
import type { Sandbox } from '../../../../sandbox/server.ts';
import type { WorldOptions } from '../../../../sandbox/worlds.ts';

type Asked = {
  readonly dialect: DialectId;
  readonly seed: number;
  /** How the second world is unlike the first. */
  readonly candidate?: Partial<WorldOptions>;
  readonly only?: readonly string[];
};

export const comparedWorlds = async (
  sandbox: Sandbox,
  { dialect, seed, candidate = {}, only }: Asked,
): Promise<SentRounds> => {
  const opened = (unlike: Partial<WorldOptions>) => {
    const { now, delay } = simulatedTime(Date.now);
    const world = sandbox.openWorld({ scale: 'small', seed, now, dialect, ...unlike });
    const target: Target = targetReading(dialect, world.baseUrl);
    return { world, target, transport: { proxy: 'none' as const, now, delay } };
  };
  const sides: Record<Side, ReturnType<typeof opened>> = { a: opened({}), b: opened(candidate) };
  try {
    return await sendRounds({
      ...planOf({ revision: sides.a.target.revision, depth: 'standard', only }),
      ...createSharing(),
      interrupted: () => new Promise(() => {}),
      notice: () => {},
      sourceOf: (side) => side,
      open: (side) => {
        const { target, transport } = sides[side];
        return runner({ target, seed, depth: 'standard', transport });
      },
    });
  } finally {
    for (const { world } of Object.values(sides)) world.close();
  }
};
