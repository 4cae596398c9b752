/** The engine in process, recording and judging the whole plan, beside the same requests sent bare. */
import { elapsed } from './elapsed.ts';
import { engine } from './engine.ts';
import { type Row, ratioRow } from './row.ts';
import { spread } from './spread.ts';

const rounds = 9;

export const engineRow = async (): Promise<readonly Row[]> => {
  const { once, bare, requests, close } = await engine();
  try {
    await bare();
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
