/** How a test reaches the process that walks for it. */
import type { OperationId } from '../contracts/operations.ts';
import type { ConformanceAnswer, NotSent, OwnAct, OwnAnswer, SpecTarget, WalkedJourney } from '../gate/spec-door.ts';

/** Set by the global setup for the workers. */
export const doorVariables = {
  address: 'PREFLIGHT_DOOR',
  secret: 'PREFLIGHT_DOOR_SECRET',
  folder: 'PREFLIGHT_DOOR_FOLDER',
} as const;

/** @throws Error when no run is under way. */
const asked = async (path: string, body?: unknown): Promise<unknown> => {
  const { [doorVariables.address]: address, [doorVariables.secret]: secret } = process.env;
  if (!address) throw new Error('no run is under way: name playwright/setup as globalSetup in playwright.config.ts');
  const answer = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}` },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return answer.json();
};

/** Walks a flow, once those asked for before are walked. */
export const walkedFor = (flow: string): Promise<WalkedJourney | NotSent> =>
  asked(`/flows/${flow}`) as Promise<WalkedJourney | NotSent>;

/** The target of the run. */
export const askedTarget = (): Promise<SpecTarget> => asked('/target') as Promise<SpecTarget>;

/** Judged by the process that walks, as a gate judges it: a worker loads no schema. */
export const conformanceOf = (operation: OperationId, body: unknown): Promise<ConformanceAnswer | NotSent> =>
  asked(`/conformance/${operation}`, body ?? null) as Promise<ConformanceAnswer | NotSent>;

/** A flow of a test's own, with the name of its trace. */
export const ownFlow = async () => {
  const { name } = (await asked('/own')) as { readonly name: string };
  return {
    act: (act: OwnAct, args: readonly unknown[]) => asked(`/own/${name}/${act}`, args) as Promise<OwnAnswer | NotSent>,
    /** Cleans up, and resolves with what was sent, in the form that may leave. */
    end: () => asked(`/own/${name}/end`) as Promise<WalkedJourney | NotSent>,
  };
};
