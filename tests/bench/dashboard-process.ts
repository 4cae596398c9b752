/** A dashboard in its own process: `node dashboard-process.ts FILE NOW`. The process ends with its standard input. */
import { bundleEvidence } from '../../cases/show/page.ts';
import { startDashboard } from '../../dashboard/server.ts';
import { openHistory } from '../../history/open.ts';

const [file = '', now = ''] = process.argv.slice(2);
const startedAt = Date.now();
const history = await openHistory(file);
const dashboard = await startDashboard({
  history,
  host: '127.0.0.1',
  port: 0,
  // A store that was kept for a while is looked at as on the day that it was made.
  now: () => Number(now) + Date.now() - startedAt,
  evidenceIn: bundleEvidence,
  version: 'bench',
});
console.log(dashboard.url);
process.stdin.resume().once('end', async () => {
  await dashboard.close();
  await history.close();
});
