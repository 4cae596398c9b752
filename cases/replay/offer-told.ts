/** What is booked must have been told by an answer of now: a file may claim anything of an offer. */
import type { OfferFact } from '../../contracts/facts.ts';
import { isJsonObject, type Json } from '../../contracts/json.ts';
import type { KnownFacts } from '../../contracts/known-facts.ts';
import { idText } from '../../contracts/subjects.ts';
import { areSameNamed, type Retold, Unrepeatable } from './retold.ts';

const untold = 'names an offer that no answer has told this time';

/** With until when the offer of now can be cancelled free of charge. @throws Unrepeatable */
const stayTold = (intent: { [key: string]: Json }, told: readonly Retold[], known: Pick<KnownFacts, 'offer'>): Json => {
  const { offerId, reference } = intent.offer as OfferFact;
  const id = idText(offerId);
  const fact = told
    .flatMap(({ facts }) => facts.offers ?? [])
    .findLast((each) => (id === undefined ? areSameNamed(reference, each.reference) : idText(each.offerId) === id));
  if (!fact) throw new Unrepeatable(untold);
  const { freeCancellationUntil, ...offer } = intent.offer as OfferFact;
  const now = known.offer(fact).freeCancellationUntil;
  return { ...intent, offer: { ...offer, ...(now !== undefined && { freeCancellationUntil: now }) } as Json };
};

/** @throws Unrepeatable */
export const withToldOffer = (
  operation: string,
  intent: Json,
  { told, known }: { readonly told: readonly Retold[]; readonly known: Pick<KnownFacts, 'offer'> },
): Json => {
  if (operation !== 'create-booking' && operation !== 'pnr-create') return intent;
  if (!isJsonObject(intent) || !isJsonObject(intent.offer)) throw new Unrepeatable(untold);
  if (operation === 'create-booking') return stayTold(intent, told, known);
  const { reference } = intent.offer;
  const isTold = told.some(({ facts }) => facts.flightOffers?.some((each) => areSameNamed(reference, each.reference)));
  if (!isTold) throw new Unrepeatable(untold);
  return intent;
};
