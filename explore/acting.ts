/** Commands over a model: drawn and shrunk by fast-check, each as plain JSON, so that a sequence is repeated exactly. */
import fc from 'fast-check';
import type { Json } from '../contracts/json.ts';
import type { Session } from '../engine/session.ts';
import type { Stretch } from '../generators/draws.ts';
import type { Exploration } from './exploration.ts';

type Command<Model extends object> = fc.AsyncCommand<Model, Session>;
/** Those that were planned, and those that came by chance. */
export type Commands<Model extends object> = readonly Iterable<Command<Model>>[];

export type Acting<Model extends object> = {
  readonly commands: fc.Arbitrary<Commands<Model>>;
  readonly asJson: { to(commands: Commands<Model>): Json; from(json: Json): Commands<Model> };
};

const chanceMax = 3;

/**
 * @param planned What is done for certain, in an order that is drawn; as plain JSON.
 * @param byChance What may be done after that, as plain JSON.
 * @param isPossible Whether the model allows it now; what is not possible is left out, and sends nothing.
 * @param perform Sends, and teaches the model what came of it.
 */
export const acting = <Act, Model extends object>({
  planned,
  byChance,
  isPossible,
  perform,
}: {
  readonly planned: Stretch<Act>;
  readonly byChance: fc.Arbitrary<Act>;
  readonly isPossible: (model: Readonly<Model>, act: Act) => boolean;
  readonly perform: (model: Model, session: Session, act: Act) => Promise<void>;
}): Acting<Model> => {
  const command = (act: Act): Command<Model> => ({
    check: (model) => isPossible(model, act),
    run: (model, session) => perform(model, session, act),
    toString: () => JSON.stringify(act),
  });
  const constraints = { maxCommands: chanceMax, size: 'max', disableReplayLog: true } as const;
  return {
    commands: fc.tuple(
      planned.map((acts) => acts.map(command)),
      fc.commands([byChance.map(command)], constraints),
    ),
    asJson: {
      // fast-check wraps a command, and hands on what it says of itself.
      to: (commands) => commands.flatMap((each) => Array.from(each, (one) => JSON.parse(String(one)) as Json)),
      from: (json) => [(json as Act[]).map(command)],
    },
  };
};

/** The JSON form of an input that holds acts beside what is JSON already. */
export const withActsAsJson = <Input extends { readonly acts: Commands<Model> }, Model extends object>(
  acts: Acting<Model>['asJson'],
): NonNullable<Exploration<Input>['asJson']> => ({
  // What was done comes first: it is what a person wants to read.
  to: ({ acts: drawn, ...rest }) => ({ acts: acts.to(drawn), ...rest }) as unknown as Json,
  from: (json) => {
    const { acts: kept, ...rest } = json as unknown as Omit<Input, 'acts'> & { readonly acts: Json };
    return { ...rest, acts: acts.from(kept) } as unknown as Input;
  },
});

/** Runs them one after the other. */
export const acted = <Model extends object>(
  model: Model,
  session: Session,
  commands: Commands<Model>,
): Promise<void> => {
  const all = commands.flatMap((each) => [...each]);
  return fc.asyncModelRun(() => ({ model, real: session }), all);
};
