/**
 * Does to a store what a monitor does for each slot, a hundred of them a minute or as fast as it can. It says how long
 * each took: `node writer-process.ts FILE RECORDS EVERY_MS`. RECORDS is the store that the results are copied from.
 * Ends with its standard input.
 */
import { openHistory } from '../../history/open.ts';
import type { Channel } from '../../monitor/config.ts';
import { leaseDue } from '../../monitor/due.ts';
import { keepResult } from '../../monitor/keep-result.ts';
import { sendAlerts } from '../../monitor/send-alerts.ts';
import { location, recordAt, storedResults, watchedOf } from './large-store-sources.ts';

const [file = '', recordsFile = '', everyMs = '0'] = process.argv.slice(2);
const minuteMs = 60_000;
const owner = 'bench:1:0';
const channels: Channel[] = [{ to: 'command', name: 'nobody', command: ['true'] }];

const records = await openHistory(recordsFile);
const newest = await records.read
  .selectFrom('slot')
  .select('at')
  .orderBy('at', 'desc')
  .limit(1)
  .executeTakeFirstOrThrow();
const stored = await storedResults(records.read);
await records.close();

const watched = watchedOf(stored, newest.at);
const history = await openHistory(file);

const doSlot = async (at: number, minute: number): Promise<number> => {
  const [one, own] = [watched[at], stored[at]];
  if (!one || !own) throw new TypeError('there is a probe for each result');
  const { result } = own;
  const { probe, schedule } = one;
  const now = newest.at + (minute + 1) * minuteMs + 5_000;
  const startedAt = performance.now();
  const asked = {
    probe: probe.name,
    location,
    schedule,
    spreadMs: 0,
    now,
    since: now - minuteMs,
    isNowAndThen: false,
    isBusy: false,
  };
  const { slot } = await leaseDue(history, asked, { owner, until: now + minuteMs });
  if (slot) {
    const record = recordAt(own, `bench-${process.pid}-${minute}-${at}`, now);
    const rules = { inRow: 3, failures: 5, ofLast: 12, passes: 2 };
    await keepResult(
      history,
      { ...result, record, slot, owner },
      { channels, now, watched: { ...one, rules, work: 'flows' } },
    );
  }
  await history.write((to) => sendAlerts(to, { target: result.target, now, channels, file }));
  return performance.now() - startedAt;
};

const took: number[] = [];
let isEnded = false;
let awake = (): void => {};
process.stdin.resume().once('end', () => {
  isEnded = true;
  awake();
});
console.log('ready');
for (let minute = 0; !isEnded; minute += 1) {
  for (let at = 0; at < watched.length && !isEnded; at += 1) {
    took.push(await doSlot(at, minute));
    const pause = Number(everyMs);
    if (pause > 0)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pause);
        awake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    else await new Promise<void>((resolve) => setImmediate(resolve));
  }
}
await history.close();
console.log(JSON.stringify(took));
