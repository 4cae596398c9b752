/** Voids of a ticket of ours that must be refused, in whatever state it is. */
import type { KnownTicket } from '../../contracts/target.ts';
import type { Asked } from '../../engine/asked.ts';
import { unknownTicketLike } from '../../generators/unknown-tickets.ts';
import type { Hands } from './flight-rows.ts';

/** What is drawn for it. */
export type UnknownNames = { readonly digits: string; readonly unknownBookingId: string };

/** Another ticket that does not exist, as one that was asked about may be taken for a ticket by now. */
export const otherwise = (unknown: UnknownNames): UnknownNames => ({
  ...unknown,
  digits: [...unknown.digits].toReversed().join(''),
});

type Wrong = (asking: () => Promise<Asked>) => Promise<unknown>;

/**
 * By the other partner, of a ticket and in a booking that do not exist, and with half a request.
 *
 * @param whether What is made of each of them.
 */
export const voidWrongly = async (
  { session, stranger }: Hands,
  named: KnownTicket,
  { digits, unknownBookingId }: UnknownNames,
  whether: Wrong = (asking) => asking(),
  lacking: readonly (keyof KnownTicket)[] = ['bookingId', 'ticketNumber'],
): Promise<void> => {
  if (stranger) await whether(() => stranger.voidTicket(named));
  const ticketNumber = unknownTicketLike(digits, named.ticketNumber);
  await whether(() => session.voidTicket({ ...named, ticketNumber }));
  for (const lacks of lacking) await whether(() => session.voidTicket(named, {}, lacks));
  // A retrieval says first that there is no such booking, and so the story may end where none is bound.
  if (session.target.bindings['pnr-retrieve'])
    await whether(() => session.voidTicket({ ...named, bookingId: unknownBookingId }));
};
