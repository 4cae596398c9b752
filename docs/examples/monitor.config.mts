/** What docs/operate/monitoring.md rehearses: the countries of a sandbox, every second. Yours will be every few minutes. */
import { monitor } from '@preflight-gate/preflight';

export default monitor({
  probes: [{ name: 'countries', target: 'sandbox', only: ['countries'], cron: '* * * * * *' }],
  channels: [
    {
      to: 'command',
      name: 'terminal',
      command: ['tee', '-a', 'alerts.jsonl'],
      // What is broken in this rehearsal is minor; by default a channel gets what is critical or major.
      severities: ['critical', 'major', 'minor'],
    },
  ],
});
