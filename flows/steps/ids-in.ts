/** The ids of a list that the rest of a story builds on. */
import { outcomeOf } from '../../contracts/outcome.ts';
import { field, recordsOf } from '../../contracts/subjects.ts';
import type { Exchange } from '../../contracts/trace.ts';
import { stop } from '../../engine/stop.ts';

/** Ends the story when the list was not answered. */
export const idsIn = (exchange: Exchange): number[] => {
  const outcome = outcomeOf(exchange);
  if (outcome.kind === 'trouble') return stop('trouble', `${exchange.operation}: ${outcome.trouble}`);
  if (outcome.kind === 'refusal') {
    return stop('refused', `${exchange.operation} was refused with HTTP ${exchange.response?.status}`);
  }
  return recordsOf(exchange)
    .map((record) => field(record, 'id'))
    .filter((id) => typeof id === 'number');
};
