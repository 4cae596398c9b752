/** Where the operations of a target live. */
import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { pathUnder } from '../../../../client/http/address.ts';
import { served } from '../test-server.ts';

test('avia operations live where the target says, and nothing else moves', () => {
  equal(pathUnder('/api/avia/search', '/avia'), '/avia/search');
  equal(pathUnder('/api/avia/search', '/api/avia'), '/api/avia/search');
  equal(pathUnder('/api/hotels/search', '/avia'), '/api/hotels/search');
  equal(pathUnder('/auth/token', '/avia'), '/auth/token');
});

test('a request goes to that path, and the record says so', async (t) => {
  const { asked, client, recorder } = await served(t, {}, { aviaPath: '/avia' });
  const exchange = await client.send({ operation: 'avia-search', body: {} }, recorder);
  equal(exchange.request.path, '/avia/search');
  equal(asked.at(-1)?.path, '/avia/search');
});
