/** The gate on the embedded sandbox, beside what cannot be had for less: an empty run of Playwright and the same requests bare. */
import { fileURLToPath } from 'node:url';
import { playwrightCli } from '../../cli/playwright.ts';
import { elapsed, processElapsed } from './elapsed.ts';
import { engine } from './engine.ts';
import { type Row, ratioRow } from './row.ts';
import { spread } from './spread.ts';

const rounds = 7;

const launcher = fileURLToPath(new URL('../../cli/preflight.mjs', import.meta.url));
const emptyConfig = fileURLToPath(new URL('empty/playwright.config.ts', import.meta.url));

export const gateRow = async (scratch: string): Promise<readonly Row[]> => {
  const { bare, requests, close } = await engine();
  const gate = () => processElapsed([launcher, 'gate', '--seed', '1'], scratch);
  const empty = () => processElapsed([playwrightCli, 'test', '--config', emptyConfig], scratch);
  try {
    // Not counted: what is compiled is kept for the next command.
    await gate();
    await empty();
    const measured = [];
    for (let round = 0; round < rounds; round += 1) {
      measured.push({ gateMs: await gate(), emptyMs: await empty(), bareMs: await elapsed(bare) });
    }
    const pairs = measured.map(({ gateMs, emptyMs, bareMs }) => ({ ours: gateMs, base: emptyMs + bareMs }));
    return [
      ratioRow('gate / (empty Playwright + bare requests)', pairs, {
        atMost: 1.6,
        parts: {
          gate: spread(measured.map(({ gateMs }) => gateMs)),
          'empty Playwright': spread(measured.map(({ emptyMs }) => emptyMs)),
          bare: spread(measured.map(({ bareMs }) => bareMs)),
          requests,
        },
      }),
    ];
  } finally {
    await close();
  }
};
