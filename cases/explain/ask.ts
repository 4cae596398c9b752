/** Sends a refused booking request again, with changes, and reads the answer of the supplier. */
import { isJsonObject, type Json } from '../../contracts/json.ts';
import { isSameSupplier } from '../../contracts/name-words.ts';
import { errorCodeOf, isRefusal, outcomeOf } from '../../contracts/outcome.ts';
import { idText } from '../../contracts/subjects.ts';
import type { Exchange, Trace } from '../../contracts/trace.ts';
import { scalarsIn } from '../body-places.ts';
import type { Case } from '../case.ts';
import { endingText, messageOf, refusedStatus } from '../replay/ending.ts';
import { travellersIn } from '../replay/people.ts';
import { type AnyReplayed, createBudget, type ReplayParts, replayEnding, type SoughtEnding } from '../replay/replay.ts';
import { stepsTo } from '../replay/steps.ts';
import type { RequestChange } from './changes.ts';
import type { AskedRequest, ExplainParts } from './explain.ts';

/** The last refused booking request of a case that names guests. */
export const refusalIn = ({ traces }: Pick<Case, 'traces'>): SoughtEnding | undefined => {
  for (const trace of traces) {
    const ended = trace.exchanges.findLast(
      (each) =>
        each.operation === 'create-booking' &&
        isRefusal(each) &&
        travellersIn(each, each.sentAt.slice(0, 10)).length > 0,
    );
    if (ended) return { ended, trace };
  }
  return undefined;
};

export const supplierOf = ({ exchanges }: Trace, at: Exchange): string | undefined => {
  const { intent } = at;
  const offer = isJsonObject(intent) ? intent.offer : undefined;
  if (isJsonObject(offer) && typeof offer.supplier === 'string') return offer.supplier;
  const named = new Set<Json>(scalarsIn(at.request.body).map(({ value }) => value));
  const offers = exchanges.flatMap(({ index, facts }) => (index < at.index ? (facts?.offers ?? []) : []));
  return offers.findLast(({ offerId, supplier }) => supplier !== undefined && named.has(idText(offerId) ?? null))
    ?.supplier;
};

const answerOf = (
  replayed: AnyReplayed,
  { ended, supplierThen }: { readonly ended: Exchange; readonly supplierThen: string | undefined },
): Omit<AskedRequest, 'changes'> => {
  const { exchange, trace, exact, reason = 'it was not sent' } = replayed;
  if (!exchange || trace.error) return { answer: 'unclear', said: trace.error?.message ?? reason };
  const outcome = outcomeOf(exchange);
  if (outcome.kind === 'trouble') return { answer: 'unclear', said: outcome.trouble };
  const supplier = supplierOf(exact, exact.exchanges[exchange.index] ?? exchange);
  if (!isSameSupplier(supplierThen, supplier)) return { answer: 'unclear', said: 'it was asked of another supplier' };
  const isOver = refusedStatus(exchange) !== undefined;
  if (outcome.kind === 'success' && !isOver) return { answer: 'accepted' };
  if (isOver || errorCodeOf(exchange) === errorCodeOf(ended)) return { answer: 'refused', said: messageOf(exchange) };
  // The service refuses the changed request itself, and not the supplier.
  const said = `it was ${endingText(exchange)}, and ${endingText(ended)} then`;
  return { answer: 'unclear', said, isLasting: true };
};

type AskingParts = {
  readonly replayParts: ReplayParts;
  readonly requestsMax: number;
  readonly isInterrupted: () => boolean;
  readonly onAnswer: (asked: AskedRequest, replayed: AnyReplayed) => void;
};

export const asking = (sought: SoughtEnding, parts: AskingParts): ExplainParts['ask'] => {
  const { trace, ended } = sought;
  const { replayParts, requestsMax, isInterrupted, onAnswer } = parts;
  const steps = stepsTo(trace, ended).map(({ then }) => then.index);
  const supplierThen = supplierOf(trace, ended);
  const budget = createBudget(requestsMax, isInterrupted);

  const changed = (changes: readonly RequestChange[]): SoughtEnding => {
    const applied = (exchange: Exchange): Exchange =>
      steps.includes(exchange.index) ? changes.reduce((rest, { apply }) => apply(rest), exchange) : exchange;
    return { ended: applied(ended), trace: { ...trace, exchanges: trace.exchanges.map(applied) } };
  };

  return async (changes) => {
    const replayed = await budget.send(steps.length, (left) =>
      replayEnding(changed(changes), { ...replayParts, steps, requestsMax: left }),
    );
    const asked = { changes: changes.map(({ name }) => name), ...answerOf(replayed, { ended, supplierThen }) };
    onAnswer(asked, replayed);
    return asked;
  };
};
