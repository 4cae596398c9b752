/** A process that takes a dozen large answers for their test, and reports how many times their size that took. */
import { createClient } from '../../client/client.ts';
import type { Exchange } from '../../contracts/trace.ts';
import { credentials } from '../unit/client/test-server.ts';

const answers = 12;

const [baseUrl = '', what] = process.argv.slice(2);
const call =
  what === 'shown' ? ({ operation: 'countries' } as const) : { operation: 'hotel-search' as const, body: {} };
const limits = { requestsPerSecond: Number.POSITIVE_INFINITY };
const tokens = { own: 'abc.def.ghi', other: undefined };
const client = createClient({ baseUrl, credentials, proxy: 'none', limits, tokens, isTokenFixed: true });
const exchanges: Exchange[] = [];

/** The most that this process ever took. */
const peakBytes = (): number => process.resourceUsage().maxRSS * 1024;

const beforeBytes = peakBytes();
for (let i = 0; i < answers; i += 1) await client.send(call, { exchanges });
await client.close();
const bytes = exchanges.reduce((sum, { response }) => sum + (response?.bytes ?? 0), 0);
process.stdout.write(JSON.stringify({ bytes, times: (peakBytes() - beforeBytes) / bytes }));
