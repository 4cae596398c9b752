/** What `--help` takes beyond starting Node. */
import { fileURLToPath } from 'node:url';
import type { Row } from './row.ts';
import { processElapsed, spread } from './row.ts';

const rounds = 15;

const launcher = fileURLToPath(new URL('../../cli/preflight.mjs', import.meta.url));

export const helpRow = async (scratch: string): Promise<readonly Row[]> => {
  const help = () => processElapsed([launcher, '--help'], scratch);
  const bare = () => processElapsed(['--eval', '0'], scratch);
  await help();
  const measured = [];
  for (let round = 0; round < rounds; round += 1) measured.push({ helpMs: await help(), bareMs: await bare() });
  return [
    {
      name: '--help over bare Node',
      unit: 'ms',
      measured: spread(measured.map(({ helpMs, bareMs }) => helpMs - bareMs)),
      samples: rounds,
      atMost: 250,
      parts: {
        help: spread(measured.map(({ helpMs }) => helpMs)),
        'bare Node': spread(measured.map(({ bareMs }) => bareMs)),
      },
    },
  ];
};
