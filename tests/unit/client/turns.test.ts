/** The turns of a client that shares the limits of a target: what never got one was not sent, and blames nobody. */
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import type { Turns } from '../../../client/http/turns.ts';
import { served } from './test-server.ts';

test('what waits for its turn until the run is over is withheld, and its turn is given back', async (t) => {
  const run = new AbortController();
  let given = 0;
  const turns: Turns = {
    take: async () => {
      run.abort();
      return {
        end: () => {
          given += 1;
        },
      };
    },
    rest: async () => {},
  };
  const { client, recorder, exchanges, asked } = await served(t, {}, { turnsOf: () => turns, signal: run.signal });
  await client.send({ operation: 'countries', bearer: 'missing' }, recorder);
  deepEqual(
    exchanges.map(({ failure }) => failure),
    [{ kind: 'withheld', message: 'the run was over before its turn came' }],
  );
  deepEqual([asked.length, given], [0, 1]);
});

test('what a turn is refused is withheld with its reason, and a turn ends with its request', async (t) => {
  let [isAway, given] = [true, 0];
  const withheld = { kind: 'withheld', message: 'the database is away' } as const;
  const turns: Turns = {
    take: async () =>
      isAway
        ? { withheld }
        : {
            end: () => {
              given += 1;
            },
          },
    rest: async () => {},
  };
  const { client, recorder, exchanges, asked } = await served(t, {}, { turnsOf: () => turns });
  await client.send({ operation: 'countries', bearer: 'missing' }, recorder);
  equal(asked.length, 0);
  isAway = false;
  await client.send({ operation: 'countries', bearer: 'missing' }, recorder);
  deepEqual(
    exchanges.map(({ failure }) => failure),
    [withheld, undefined],
  );
  deepEqual([asked.length, given], [1, 1]);
});
