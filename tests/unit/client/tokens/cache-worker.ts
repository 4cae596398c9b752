/** A process that sends one call with a cached token; started by the test of the token cache. */
import { createClient } from '../../../../client/client.ts';
import type { Exchange } from '../../../../contracts/trace.ts';
import { fileStores } from '../../../../stores/file-stores.ts';
import { credentials } from '../test-server.ts';

const [baseUrl = '', root = ''] = process.argv.slice(2);
const exchanges: Exchange[] = [];
const tokenCache = fileStores({ root, now: Date.now });
const client = createClient({ baseUrl, credentials, proxy: 'none', tokenCache });
const { response } = await client.send({ operation: 'countries' }, { exchanges });
await client.close();
process.stdout.write(String(response?.status));
