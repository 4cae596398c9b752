/** What open pages are told: that something has changed, and now and then that somebody is there, also through a proxy. */
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it, type TestContext } from 'node:test';
import { liveOf } from '../../../dashboard/live.ts';
import { addAt } from '../history/run-at.ts';
import { dashboardsHere, noon } from './dashboard-here.ts';

const kindsIn = (text: string): string[] => [...text.matchAll(/^event: (\w+)$/gm)].map(([, kind = '']) => kind);

describe('live updates', () => {
  const { here, start } = dashboardsHere();

  /** Looks as often as it is let, each a second after the one before. */
  const looking = (unreadOf: (told: string) => number = () => 0) => {
    let now = noon;
    let next = (): void => {};
    const live = liveOf(here.history, {
      now: () => now,
      wait: async (ms, signal) => {
        signal.throwIfAborted();
        await new Promise<void>((resolve, reject) => {
          next = resolve;
          signal.addEventListener('abort', reject);
        });
        now += ms;
      },
    });
    let text = '';
    let isEnded = false;
    const end = live.listen({
      write: (more) => {
        text += more;
      },
      unreadBytes: () => unreadOf(text),
      end: () => {
        isEnded = true;
      },
    });
    const seconds = async (count: number): Promise<void> => {
      for (let i = 0; i < count; i += 1) {
        const before = now;
        // A look at the store is under way until the next wait begins.
        while (now === before) {
          next();
          await new Promise(setImmediate);
        }
      }
    };
    return { live, end, seconds, told: () => kindsIn(text), isEnded: () => isEnded };
  };

  it('say at once and then every 15 seconds that somebody is there', async () => {
    const { live, seconds, told } = looking();
    await seconds(1);
    deepEqual(told(), ['alive']);
    await seconds(13);
    deepEqual(told(), ['alive']);
    await seconds(33);
    deepEqual(told(), ['alive', 'alive', 'alive', 'alive']);
    await live.close();
  });

  it('say what has changed once, within a second, and end with whoever listens', async () => {
    const { live, end, seconds, told } = looking();
    await seconds(2);
    await addAt(here.history, noon);
    await seconds(2);
    deepEqual(told(), ['alive', 'changed']);
    end();
    await addAt(here.history, noon + 1);
    await seconds(1);
    deepEqual(told(), ['alive', 'changed']);
    await live.close();
  });

  it('end for who reads nothing of them, before much is kept', async () => {
    const { live, seconds, told, isEnded } = looking((text) => text.length);
    for (let second = 0; second < 600 && !isEnded(); second += 1) await seconds(1);
    ok(isEnded());
    ok(told().length < 40, `${told().length} were told`);
    await live.close();
  });

  const collecting = async (t: TestContext, to: string, bytes: number): Promise<string> => {
    const server = createServer((asked, answer) => {
      const { hostname, port } = new URL(to);
      const onward = request({ hostname, port, path: asked.url, headers: asked.headers }, (from) => {
        answer.writeHead(from.statusCode ?? 502, from.headers).flushHeaders();
        let held = Buffer.alloc(0);
        from.on('data', (more: Buffer) => {
          held = Buffer.concat([held, more]);
          if (held.length < bytes) return;
          answer.write(held);
          held = Buffer.alloc(0);
        });
      });
      answer.on('close', () => onward.destroy());
      onward.on('error', () => answer.destroy());
      onward.end();
    });
    t.after(() => {
      server.closeAllConnections();
      server.close();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  it('pass a proxy that collects two kilobytes before it passes on, each by itself', async (t) => {
    const { url } = await start();
    const ending = new AbortController();
    t.after(() => ending.abort());
    const response = await fetch(`${await collecting(t, url, 2_048)}/api/events`, { signal: ending.signal });
    match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
    equal(response.headers.get('x-accel-buffering'), 'no');
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    ok(reader);
    deepEqual(kindsIn((await reader.read()).value ?? ''), ['alive']);
    await addAt(here.history, noon + 2);
    deepEqual(kindsIn((await reader.read()).value ?? ''), ['changed']);
  });
});
