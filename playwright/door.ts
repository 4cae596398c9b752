/** How a test reaches the process that walks for it. */
import { request } from 'node:http';
import { json } from 'node:stream/consumers';
import type { OperationId } from '../contracts/operations.ts';
import type { ConformanceAnswer, NotSent, OwnAnswer, SpecTarget, WalkedJourney } from '../gate/spec-door.ts';

/** Set by the global setup for the workers. */
export const doorVariables = {
  address: 'PREFLIGHT_DOOR',
  secret: 'PREFLIGHT_DOOR_SECRET',
  folder: 'PREFLIGHT_DOOR_FOLDER',
} as const;

/**
 * Without a limit of time, as that of `fetch`: a flow may take longer than five minutes.
 *
 * @throws Error when no run is under way.
 */
const asked = (path: string, body?: unknown): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const { [doorVariables.address]: address, [doorVariables.secret]: secret } = process.env;
    if (!address) throw new Error('no run is under way: name playwright/setup as globalSetup in playwright.config.ts');
    const headers = { authorization: `Bearer ${secret}` };
    request(`${address}${path}`, { method: 'POST', headers, agent: false }, (answer) =>
      json(answer).then(resolve, reject),
    )
      .once('error', reject)
      .end(body === undefined ? undefined : JSON.stringify(body));
  });

/** Walks a flow, once those asked for before are walked. */
export const walkedFor = (flow: string): Promise<WalkedJourney | NotSent> =>
  asked(`/flows/${encodeURIComponent(flow)}`) as Promise<WalkedJourney | NotSent>;

/** The target of the run. */
export const askedTarget = (): Promise<SpecTarget> => asked('/target') as Promise<SpecTarget>;

/** Judged by the process that walks, as a gate judges it: a worker loads no schema. */
export const conformanceOf = (operation: OperationId, body: unknown): Promise<ConformanceAnswer | NotSent> =>
  asked(`/conformance/${encodeURIComponent(operation)}`, body ?? null) as Promise<ConformanceAnswer | NotSent>;

/** A flow of a test's own, with the name of its trace. It ends with the process of the test, however that ends. */
export const ownFlow = async () => {
  const { name } = (await asked('/own')) as { readonly name: string };
  const ended = asked(`/own/${name}/held`) as Promise<WalkedJourney | NotSent>;
  ended.catch(() => {});
  return {
    act: (act: string, args: readonly unknown[]) =>
      asked(`/own/${name}/${encodeURIComponent(act)}`, args) as Promise<OwnAnswer | NotSent>,
    /** Cleans up, and resolves with what was sent, in the form that may leave. */
    end: async () => {
      await asked(`/own/${name}/end`);
      return ended;
    },
  };
};
