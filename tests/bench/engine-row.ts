/** The engine in process, recording and judging the whole plan, beside the same requests sent bare. */
import { elapsed } from './elapsed.ts';
import { engine } from './engine.ts';
import { type Row, ratioRow } from './row.ts';
import { spread } from './spread.ts';

const rounds = 11;
const warmUps = 3;

export const engineRow = async (): Promise<readonly Row[]> => {
  const { once, bare, requests, close } = await engine();
  try {
    // Not counted: what runs for the first time is compiled.
    for (let round = 0; round < warmUps; round += 1) {
      await once();
      await bare();
    }
    const pairs = [];
    for (let round = 0; round < rounds; round += 1)
      pairs.push({ ours: await elapsed(once), base: await elapsed(bare) });
    return [
      ratioRow('engine in process / bare requests', pairs, {
        atMost: 2.5,
        parts: {
          engine: spread(pairs.map(({ ours }) => ours)),
          bare: spread(pairs.map(({ base }) => base)),
          requests,
        },
      }),
    ];
  } finally {
    await close();
  }
};
