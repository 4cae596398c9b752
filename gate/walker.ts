/** The process that walks for a command. It alone loads a target file; only what it sends back as messages counts. */
import { type ChildProcess, spawn } from 'node:child_process';
import { afterTheEndMs } from '../client/in-time.ts';
import type { Target } from '../contracts/target.ts';
import { UsageError } from '../contracts/usage-error.ts';
import type { JudgedFlow } from '../engine/judged-flow.ts';
import { type Output, progress } from '../reports/progress.ts';
import { oneLine, unobeyed } from '../reports/safe-text.ts';
import type { LogLevel, LogReader } from './caller.ts';
import { beginSending, Interrupted, onInterruption } from './interruption.ts';
import { type FromWalker, type TokenHandedOn, type ToWalker, targetFrom, walkerVariables } from './walker-messages.ts';

export type WalkResult = {
  readonly isInterrupted: boolean;
  /** The verdicts of each flow that was recorded. */
  readonly judged: readonly JudgedFlow[];
  /** Why the walk did not come to its end; undefined when it did, or was interrupted. */
  readonly cutShort: string | undefined;
};

export type Walker = {
  /**
   * Loads a target file. Of what it exports only the data come back: a binding or a lever of it throws when it is
   * called here.
   *
   * @throws UsageError when the file is unknown or broken, Interrupted when a signal came first; nothing was sent.
   */
  load(source: string, environment: NodeJS.ProcessEnv): Promise<Target>;
  /**
   * Walks the plan in the folder. An interruption reaches the process, which cleans up, and is reported to the caller.
   */
  walk(folder: string, environment: NodeJS.ProcessEnv): Promise<WalkResult>;
  /**
   * Asks for the tokens of a target, and writes them into the file `to`.
   *
   * @throws UsageError for a target file that cannot be used, and Interrupted.
   */
  handOn(source: string, to: string, environment: NodeJS.ProcessEnv): Promise<TokenHandedOn>;
  /** Ends the process, also one that walks. */
  close(): Promise<void>;
};

/** A process that walks gives a sign of life each second; one that spins does not. */
const usualSilentSecondsMax = 60;
const silentSecondsMaxAtEnd = 10;

const secondMs = 1_000;

type WalkerOptions = {
  /** Where the process begins. */
  readonly entry: string;
  readonly what: 'gate' | 'explore';
  readonly logLevel: LogLevel;
  readonly logReader: LogReader;
  readonly environment: NodeJS.ProcessEnv;
  /** Standard output is for the result alone. */
  readonly isAside: boolean;
  readonly silentSecondsMax?: number;
};

/** How a process ended that was to do more. */
const endOf = ({ exitCode, signalCode }: ChildProcess): string =>
  signalCode === null ? `exit code ${exitCode}` : `signal ${signalCode}`;

/** Starts it ahead of its first order: it loads while the command plans. */
export const startWalker = ({
  entry,
  what,
  logLevel,
  logReader,
  environment: own,
  isAside,
  silentSecondsMax = usualSilentSecondsMax,
}: WalkerOptions): Walker => {
  // A target file may depend on the flags of the command. Two processes cannot be inspected at one port.
  const execArgv = process.execArgv.filter((flag) => !flag.startsWith('--inspect'));
  const child = spawn(process.execPath, [...execArgv, entry, ...process.argv.slice(2)], {
    env: {
      ...own,
      [walkerVariables.what]: what,
      [walkerVariables.logLevel]: logLevel,
      [walkerVariables.logReader]: logReader,
      [walkerVariables.owner]: String(process.pid),
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
    // A separate process group: a signal of the terminal, sent to all, would end it out of order.
    detached: true,
  });
  const output: Output = isAside ? process.stderr : process.stdout;
  const shown = progress({ output });
  // A target file, too, may print; the result stands alone.
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      shown.clear();
      process.stderr.write(chunk);
    });

  /** Who waits for the next message, or for the end of the process. */
  let hear: (message: FromWalker | undefined) => void = () => {};
  let isGone = false;
  /** A target file threw when nothing was asked of it. */
  let spoilt: string | undefined;
  let secondsSilent = 0;
  child.on('message', (message: FromWalker) => {
    secondsSilent = 0;
    if (message.is === 'spoilt') spoilt = message.reason;
    hear(message);
  });
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  }).then(() => {
    isGone = true;
    hear(undefined);
  });
  const order = (message: ToWalker): void => {
    // Who has gone hears nothing, and is found to have gone.
    if (child.connected) child.send(message, () => {});
  };
  /** The whole group: what it has started would go on. */
  const kill = (): void => {
    try {
      if (child.pid !== undefined && !isGone) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It has gone this moment.
    }
  };
  const changesIn = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
    Object.fromEntries(Object.entries(environment).filter(([name, value]) => own[name] !== value));

  /** Sends an order that needs no walk, and resolves with what `answered` takes of a message. */
  const ask = async <Answer>(
    message: Extract<ToWalker, { source: string }>,
    answered: (message: FromWalker) => Answer | undefined,
    whenInterrupted: string,
  ): Promise<Answer> => {
    let off = (): void => {};
    try {
      return await new Promise<Answer>((resolve, reject) => {
        hear = (heard) => {
          const answer = heard && answered(heard);
          if (answer !== undefined) resolve(answer);
          else if (heard?.is === 'refused') reject(new UsageError(heard.reason));
          else if (heard?.is === 'broke') reject(Object.assign(new Error(heard.reason), { stack: heard.stack }));
          else if (heard === undefined || spoilt !== undefined) {
            const ending = `target file ${message.source} ended the process that loads it (${endOf(child)})`;
            reject(new UsageError(spoilt ?? ending));
          }
        };
        const interrupted = (): void => reject(new Interrupted(whenInterrupted));
        off = onInterruption({ first: interrupted, again: interrupted });
        if (isGone) hear(undefined);
        else order({ ...message, environment: changesIn(message.environment) });
      });
    } finally {
      off();
      hear = () => {};
    }
  };

  const load: Walker['load'] = (source, environment) =>
    ask(
      { do: 'load', source, environment },
      (heard) => (heard.is === 'loaded' ? targetFrom(heard.target) : undefined),
      'interrupted before anything was sent',
    );

  const handOn: Walker['handOn'] = (source, to, environment) =>
    ask(
      { do: 'hand-on', source, to, environment },
      (heard) => (heard.is === 'handed-on' ? heard.token : undefined),
      'interrupted before the token was written',
    );

  const walk: Walker['walk'] = async (folder, environment) => {
    if (spoilt !== undefined) throw new UsageError(spoilt);
    const { judgedFlow } = await import('../engine/judged-flow.ts');
    let isInterrupted = false;
    let cutShort: string | undefined;
    let secondsEnding = 0;
    const judged: JudgedFlow[] = [];
    const first = (): void => {
      isInterrupted = true;
      order({ do: 'end' });
    };
    const off = onInterruption({ first, again: kill });
    const over = beginSending(first);
    // Counted, because a command that was held up itself has heard nothing either.
    const watch = setInterval(() => {
      secondsSilent += 1;
      if (isInterrupted) secondsEnding += 1;
      const max = isInterrupted ? silentSecondsMaxAtEnd : silentSecondsMax;
      if (secondsSilent <= max && secondsEnding * secondMs <= afterTheEndMs) return;
      cutShort ??= `the process that walks gave no sign of life for ${max} s and was ended: does the target file spin?`;
      kill();
    }, secondMs);
    try {
      secondsSilent = 0;
      await new Promise<void>((resolve) => {
        hear = (message) => {
          if (message === undefined) {
            cutShort ??= `the process that walks ended before its flows did (${endOf(child)})`;
            resolve();
          } else if (message.is === 'spoilt') cutShort ??= message.reason;
          else if (message.is === 'ended') resolve();
          else if (message.is === 'planned') shown.begin(message.flows);
          else if (message.is === 'began') shown.began(message.flow);
          else if (message.is === 'recorded') {
            // A target file can send messages, too: what is no verdict is judged once more from its trace.
            const { data } = judgedFlow.safeParse(JSON.parse(JSON.stringify(message.judged ?? null)));
            if (data) judged.push(data);
            shown.recorded(message);
          } else if (message.is === 'notice') {
            shown.clear();
            process.stderr.write(`preflight: ${unobeyed(oneLine(message.line))}\n`);
          }
        };
        if (isGone) hear(undefined);
        else order({ do: 'walk', folder, environment: changesIn(environment) });
      });
    } finally {
      clearInterval(watch);
      off();
      over();
      hear = () => {};
      shown.end();
    }
    return { isInterrupted, judged, cutShort: isInterrupted ? undefined : cutShort };
  };

  return {
    load,
    handOn,
    walk,
    close: async () => {
      kill();
      await ended;
    },
  };
};
