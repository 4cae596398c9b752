/** What a model expects of an answer: every outcome that some reading of the interface allows. */
import { showsNothingToAsker } from '../../contracts/checks/refused-asks.ts';
import { outcomeOf } from '../../contracts/outcome.ts';
import { isAboutRights } from '../../contracts/subjects.ts';
import type { Exchange } from '../../contracts/trace.ts';

export type Lawful = {
  /** `empty`: an answer with nothing in it. */
  readonly success: boolean | 'empty';
  /** Codes that a refusal may have, or must not; any when not said. */
  readonly codes?: readonly string[];
  readonly notCodes?: readonly string[];
};

export const anything: Lawful = { success: true };
export const refused: Lawful = { success: false };
export const toldNothing: Lawful = { success: 'empty' };

/** Trouble of the environment is always lawful, and so is a lack of rights. */
export const isLawful = (exchange: Exchange, { success, codes, notCodes }: Lawful): boolean => {
  const outcome = outcomeOf(exchange);
  if (outcome.kind === 'trouble') return true;
  if (outcome.kind === 'success') return success === 'empty' ? showsNothingToAsker(exchange) === undefined : success;
  // A page, or JSON that breaks off, comes from what stands before the service.
  if (isAboutRights(exchange) || exchange.response?.text !== undefined) return true;
  const { code = '' } = outcome;
  return codes?.includes(code) !== false && notCodes?.includes(code) !== true;
};

/** An answer that no reading allows, to an act that is told as it was drawn. */
export type Surprise = { readonly act: unknown; readonly exchange: Exchange };

/** The one counted back from the newest, which is last; with fewer of them, it goes round. */
export const countedBack = <One>(all: readonly One[], back: number): One | undefined =>
  all.at(-1 - (back % Math.max(1, all.length)));
