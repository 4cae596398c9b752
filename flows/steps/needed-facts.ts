/** What was read out of an answer that the rest of a story builds on. */

import { orElsewhere } from '../../contracts/checks/tried.ts';
import type { Facts } from '../../contracts/facts.ts';
import { outcomeOf } from '../../contracts/outcome.ts';
import { isAboutRights } from '../../contracts/subjects.ts';
import type { Asked } from '../../engine/asked.ts';
import { stop } from '../../engine/stop.ts';

/** Undefined when it was refused; ends the story when the environment was in trouble. */
export const factsUnlessRefused = ({ exchange, facts }: Asked): Facts | undefined => {
  const outcome = outcomeOf(exchange);
  if (outcome.kind === 'trouble') return stop('trouble', `${exchange.operation}: ${outcome.trouble}`);
  return outcome.kind === 'refusal' ? undefined : facts;
};

/** Ends the story when there was no answer. */
export const neededFacts = (asked: Asked): Facts => {
  const { operation, response } = asked.exchange;
  const wayOut = isAboutRights(asked.exchange) ? '' : orElsewhere(operation);
  return (
    factsUnlessRefused(asked) ?? stop('refused', `${operation} was refused with HTTP ${response?.status}${wayOut}`)
  );
};
