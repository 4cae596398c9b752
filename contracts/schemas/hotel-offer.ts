/** The documented fields of a hotel offer (part 2.4); whether one may be absent is a matter of clauses. */
import { z } from 'zod';
import { integer } from './sensitivity.ts';

export const hotelOffer = z
  .looseObject({
    offerId: z
      .string()
      .optional()
      .describe('The same real offer has the same one in a search and in the pricing that follows.'),
    aiScore: z.number().min(0).max(1).nullish().describe('Null when nothing was ranked.'),
    hotelId: integer.nullish().describe('Leads to the static card of the hotel.'),
    bedVariants: z.array(z.unknown()).nullish().describe('The types of beds decode it.'),
  })
  .meta({
    id: 'HotelOffer',
    description:
      'What is documented of an offer. Where it stands in an answer is not: a field may also stand on what encloses it.',
  });
