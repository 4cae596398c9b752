/** The gate on the embedded sandbox, beside an empty run of Playwright and the same requests bare. */
import { fileURLToPath } from 'node:url';
import { recordedRequests } from './recorded-requests.ts';
import { processElapsed, type Row, ratioRow, spread } from './row.ts';
import { seed } from './seed.ts';

const playwrightCli = fileURLToPath(import.meta.resolve('@playwright/test/cli'));
const rounds = 9;

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** All three as whole processes, the sandbox in them: what a person waits for is never warm. */
export const gateRow = async (scratch: string): Promise<readonly Row[]> => {
  const { file, requests } = await recordedRequests(scratch, 'standard');
  const gate = () => processElapsed([pathOf('../../cli/preflight.mjs'), 'gate', '--seed', String(seed)], scratch);
  const empty = () =>
    processElapsed([playwrightCli, 'test', '--config', pathOf('empty/playwright.config.ts')], scratch);
  const bare = () => processElapsed([pathOf('bare-process.ts'), file], scratch);
  // Not counted: what is compiled is kept for the next command.
  for (const work of [gate, empty, bare]) await work();
  const measured = [];
  for (let round = 0; round < rounds; round += 1) {
    measured.push({ gateMs: await gate(), emptyMs: await empty(), bareMs: await bare() });
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
};
