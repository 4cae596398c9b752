/** How a test reaches the process that walks for it. */
import type { Journey, NotWalked } from '../gate/run-specs.ts';

/** Set by the global setup for the workers. */
export const doorVariables = { address: 'PREFLIGHT_DOOR', secret: 'PREFLIGHT_DOOR_SECRET' } as const;

/**
 * Walks a flow, once those asked for before are walked.
 *
 * @throws Error when no run is under way.
 */
export const walkedFor = async (flow: string, environment: NodeJS.ProcessEnv): Promise<Journey | NotWalked> => {
  const { [doorVariables.address]: address, [doorVariables.secret]: secret } = environment;
  if (!address) throw new Error('no run is under way: name playwright/setup as globalSetup in playwright.config.ts');
  const answer = await fetch(`${address}/flows/${flow}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${secret}` },
  });
  return (await answer.json()) as Journey | NotWalked;
};
