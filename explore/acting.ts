/** Commands over a model, drawn and shrunk by fast-check. Each is plain JSON, so that sequences repeat exactly. */
import fc from 'fast-check';
import type { Json } from '../contracts/json.ts';
import type { Session } from '../engine/session.ts';
import type { Stretch } from '../generators/draws.ts';
import type { Exploration } from './exploration.ts';

type ActCommand<Model extends object> = fc.AsyncCommand<Model, Session>;
/** The planned commands, and the random ones. */
export type ActCommands<Model extends object> = readonly Iterable<ActCommand<Model>>[];

export type Acting<Model extends object> = {
  readonly commands: fc.Arbitrary<ActCommands<Model>>;
  readonly asJson: { to(commands: ActCommands<Model>): Json; from(json: Json): ActCommands<Model> };
};

const chanceMax = 3;

/**
 * @param planned Acts that are always done, in a drawn order; plain JSON.
 * @param byChance Acts that may follow; plain JSON.
 * @param isPossible Whether the model allows an act now; other acts are left out.
 * @param perform Sends an act, and updates the model.
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
  const command = (act: Act): ActCommand<Model> => ({
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
      // fast-check wraps a command, and passes its text on.
      to: (commands) => commands.flatMap((each) => Array.from(each, (one) => JSON.parse(String(one)) as Json)),
      from: (json) => [(json as Act[]).map(command)],
    },
  };
};

/** The JSON form of an input with acts; its other members are JSON already. */
export const withActsAsJson = <Input extends { readonly acts: ActCommands<Model> }, Model extends object>(
  acts: Acting<Model>['asJson'],
): NonNullable<Exploration<Input>['asJson']> => ({
  // Acts come first: a person reads them first.
  to: ({ acts: drawn, ...rest }) => ({ acts: acts.to(drawn), ...rest }) as unknown as Json,
  from: (json) => {
    const { acts: kept, ...rest } = json as unknown as Omit<Input, 'acts'> & { readonly acts: Json };
    return { ...rest, acts: acts.from(kept) } as unknown as Input;
  },
});

export const acted = <Model extends object>(
  model: Model,
  session: Session,
  commands: ActCommands<Model>,
): Promise<void> => {
  const all = commands.flatMap((each) => [...each]);
  return fc.asyncModelRun(() => ({ model, real: session }), all);
};

/** Counts back from the end of a list, and goes round in a short one. */
export const countedBack = <One>(all: readonly One[], back: number): One | undefined =>
  all.at(-1 - (back % Math.max(1, all.length)));
