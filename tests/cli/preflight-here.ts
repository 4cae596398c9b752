/** Runs a command in this process, in an empty folder: as the real one, without what only a process shows. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { commandLine } from '../../cli/command-line.ts';
import { type GivenParts, withoutGitHub } from '../../cli/command-parts.ts';
import type { JudgedFlow } from '../../engine/judged-flow.ts';
import { Interrupted, type Interruption } from '../../gate/interruption.ts';
import { handOn } from '../../gate/shards/handed-on.ts';
import type { Walker } from '../../gate/walker.ts';
import { walkerVariables } from '../../gate/walker-messages.ts';
import { walkIn } from '../../gate/walker-process.ts';
import { standInsFor } from '../../prover/stand-ins.ts';
import { loadTarget } from '../../targets/load.ts';
import { type Ended, emptyFolder, plainEnvironment, type Started } from './preflight-process.ts';

/** A command that is refused: one line on standard error, exit code 2, and nothing left behind. */
export const refused = async (
  args: readonly string[],
  says: RegExp,
  options: { folder: string; environment?: NodeJS.ProcessEnv },
): Promise<void> => {
  // SQLite has more files beside a store as long as it is open.
  const files = () =>
    readdirSync(options.folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => !/\.db-(shm|wal)$/.test(file))
      .sort();
  const before = files();
  const { code, stderr } = await preflight(args, options);
  assert.match(stderr, says);
  assert.equal(code, 2, stderr);
  assert.equal(stderr.trimEnd().split('\n').length, 1, `more than one line:\n${stderr}`);
  assert.deepEqual(files(), before, 'something was written');
};

/** What a library reads of the environment of this process is that of no command. */
for (const name of ['http_proxy', 'https_proxy', 'no_proxy']) {
  for (const each of [name, name.toUpperCase()]) delete process.env[each];
}

/** A clock that never stands still where another one does: what waits for it would wait for ever. */
const goingOn = (now: () => number): (() => number) => {
  const aheadMs = now() - Date.now();
  return () => Math.max(now(), Date.now() + aheadMs);
};

/** Walks in this process. */
const walkerHere = (what: 'gate' | 'explore', of: () => number, interrupted: Promise<void>): Walker => ({
  load: loadTarget,
  handOn: (source, to, environment) => handOn(source, to, environment, of),
  walk: async (folder, given) => {
    const environment = { ...given, [walkerVariables.owner]: String(process.pid) };
    const judged: JudgedFlow[] = [];
    let isInterrupted = false;
    await walkIn(folder, environment, {
      what,
      loadStandIns: async () => standInsFor,
      now: goingOn(of),
      hasEnded: () => isInterrupted,
      begun: (end) => {
        void interrupted.then(() => {
          isInterrupted = true;
          return end();
        });
      },
      send: (message) => {
        if (message.is === 'recorded' && message.judged) judged.push(message.judged);
      },
    });
    return { isInterrupted, judged, cutShort: undefined };
  },
  close: async () => {},
});

/** Notes it as soon as the promise is fulfilled. */
const notedFrom = (interrupted: Promise<void>): Interruption => {
  const isNoted = () => Promise.race([interrupted.then(() => true), setImmediate(false)]);
  return {
    isNoted,
    assertNone: async () => {
      if (await isNoted()) throw new Interrupted('interrupted before anything was sent');
    },
  };
};

const never = new Promise<void>(() => {});

type Options = {
  readonly folder?: string;
  readonly environment?: NodeJS.ProcessEnv;
  readonly now?: () => number;
  /** In place of standard output. */
  readonly print?: (text: string) => void;
  /** Resolves when the command is to end; never by default. */
  readonly interrupted?: Promise<void>;
  /** In place of what walks in this process. */
  readonly startWalker?: () => Walker;
};

type Said = { stdout: string; stderr: string };

type Around = {
  readonly environment: NodeJS.ProcessEnv;
  readonly now: () => number;
  readonly interrupted: Promise<void>;
};

const partsHere = ({ environment, now, interrupted }: Around, said: Said): GivenParts => ({
  environment,
  print: (text) => {
    said.stdout += `${text}\n`;
  },
  aside: (text) => {
    said.stderr += `${text}\n`;
  },
  notice: (line) => {
    said.stderr += `preflight: ${line}\n`;
  },
  color: false,
  logReader: 'program',
  now,
  spoilt: () => undefined,
  noteInterruption: () => notedFrom(interrupted),
  interrupted: () => interrupted,
  startWalker: async (what) => walkerHere(what, now, interrupted),
  processes: (isAside = false) => {
    let isInterrupted = false;
    void interrupted.then(() => {
      isInterrupted = true;
    });
    return {
      preflight: async (args) => {
        const ended = { stdout: '', stderr: '' };
        const around = { environment: withoutGitHub(environment), now, interrupted };
        const code = await commandLine(args, partsHere(around, ended));
        said[isAside ? 'stderr' : 'stdout'] += ended.stdout;
        said.stderr += ended.stderr;
        return { code, ...ended };
      },
      isInterrupted: () => isInterrupted,
    };
  },
});

/** Of this process there is one folder: commands of another one cannot run meanwhile. */
const home = process.cwd();
let underWay = 0;

export const preflight = async (
  args: readonly string[],
  { folder = emptyFolder(), environment = {}, now = Date.now, print, interrupted = never, startWalker }: Options = {},
): Promise<Ended> => {
  const said = { stdout: '', stderr: '' };
  if (underWay > 0 && process.cwd() !== folder) throw new Error('a command is under way in another folder');
  process.chdir(folder);
  underWay += 1;
  try {
    const around = { ...plainEnvironment(folder), ...environment };
    // A slot sends by the clock of its monitor.
    const clock = args[0] === 'monitor' ? goingOn(now) : now;
    const parts = partsHere({ environment: around, now: clock, interrupted }, said);
    const code = await commandLine(args, {
      ...parts,
      ...(print && { print }),
      ...(startWalker && { startWalker: async () => startWalker() }),
    });
    return { code, ...said, folder };
  } finally {
    underWay -= 1;
    if (underWay === 0) process.chdir(home);
  }
};

/** Runs a command that must end with this exit code. */
export const ends = async (code: number, args: readonly string[], options?: Options): Promise<Ended> => {
  const ended = await preflight(args, options);
  assert.equal(ended.code, code, `${args.join(' ')}\n${ended.stdout}${ended.stderr}`);
  return ended;
};

/** The words of a command of a page, of which some are quoted, without `npx --no -- preflight`. */
export const wordsOf = (command: string): string[] =>
  [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '').slice(4);

type Typed = Ended & { readonly args: readonly string[]; readonly comment: string };

/** Types a block of a page, line by line: each must end with the exit code that its comment says, or with 0. */
export async function* typed(
  block: string,
  options: Options,
  argsOf: (command: string) => readonly string[] = wordsOf,
): AsyncGenerator<Typed, void, undefined> {
  for (const line of block.trimEnd().split('\n')) {
    const [command = '', comment = ''] = line.split(/ +# /);
    const args = argsOf(command);
    const ended = await preflight(args, options);
    const expected = Number(/exit code (\d)/.exec(comment)?.[1] ?? 0);
    assert.equal(ended.code, expected, `${line}\n${ended.stdout}${ended.stderr}`);
    yield { ...ended, args, comment };
  }
}

type Begun = Pick<Started, 'folder' | 'ended' | 'printed'> & { readonly interrupt: () => void };

/** A command that goes on until it is interrupted: a server or a monitor. Others may run in its folder meanwhile. */
export const begun = (args: readonly string[], options: Omit<Options, 'print' | 'interrupted'> = {}): Begun => {
  const { folder = emptyFolder() } = options;
  const { promise: interrupted, resolve: interrupt } = Promise.withResolvers<void>();
  const watchers = new Set<() => void>();
  let stdout = '';
  const print = (text: string): void => {
    stdout += `${text}\n`;
    for (const watch of watchers) watch();
  };
  const ended = preflight(args, { ...options, folder, print, interrupted }).then((end) => ({ ...end, stdout }));
  return {
    folder,
    ended,
    interrupt,
    printed: (text) =>
      Promise.race([
        ended.then((end) => end.stdout),
        new Promise<string>((resolve) => {
          const watch = () => stdout.includes(text) && resolve(stdout);
          watchers.add(watch);
          watch();
        }),
      ]),
  };
};
