/** A service whose certificate nobody trusts is trouble, with a way out, and no broken promise. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { preflight } from './preflight-here.ts';
import { emptyFolder, lastRecord } from './preflight-process.ts';
import { cert, key } from './untrusted-certificate.ts';

test('a self-signed certificate ends a gate with 3 and names NODE_EXTRA_CA_CERTS', async () => {
  const folder = emptyFolder();
  const server = createServer({ key, cert }, (_, response) => response.end('{}'));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const target = {
      name: 'acme',
      baseUrl: `https://127.0.0.1:${port}`,
      credentials: { clientId: 'a', clientSecret: 'b' },
    };
    writeFileSync(join(folder, 'acme.ts'), `export default ${JSON.stringify(target)};`);
    const { code, stdout } = await preflight(['gate', '--target', './acme.ts', '--only', 'countries'], { folder });
    assert.equal(code, 3);
    assert.equal(lastRecord(folder).verdict, 'inconclusive');
    assert.match(
      stdout.replace(/\s+/g, ' '),
      /no trusted TLS connection \(DEPTH_ZERO_SELF_SIGNED_CERT\).*NODE_EXTRA_CA_CERTS/,
    );
  } finally {
    server.close();
  }
});
