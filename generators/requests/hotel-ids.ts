/** Ids of hotels at every boundary (part 4.7), valid or wrong in one way; any of the interface's integers. */
import fc from 'fast-check';
import { mostOf } from '../draws.ts';
import { kind, share } from '../unknown-ids.ts';
import { notations, writtenAs } from './notations.ts';

export type HotelIdDraw =
  | { readonly kind: 'known'; readonly share: number }
  | { readonly kind: 'zero' }
  /** Further than any service has counted, and within 32 bits. */
  | { readonly kind: 'beyond'; readonly id: number }
  /** A known id with a minus before it. */
  | { readonly kind: 'negated'; readonly share: number }
  /** A known id and 2^32 or 2^64, which looks like the id itself in as many bits. */
  | { readonly kind: 'wrapped'; readonly bits: number; readonly share: number }
  /** Beside a power of two. */
  | { readonly kind: 'edge'; readonly bits: number; readonly by: number }
  | { readonly kind: 'text'; readonly text: string }
  /** A known id, in another notation than programs use. */
  | { readonly kind: 'written'; readonly way: (typeof notations)[number]; readonly share: number };

export const knownHotel: fc.Arbitrary<HotelIdDraw> = fc.record({ kind: kind('known'), share });

/** No service has counted hotels that far. */
export const unknownHotelsFrom = 2_000_000_000;

const beyond = fc.record({ kind: kind('beyond'), id: fc.integer({ min: unknownHotelsFrom, max: 2 ** 31 - 1 }) });
const wrapped = fc.record({ kind: kind('wrapped'), bits: fc.constantFrom(32, 64), share });
const edge = fc.record({
  kind: kind('edge'),
  bits: fc.constantFrom(31, 32, 53, 63, 64),
  by: fc.integer({ min: -1, max: 1 }),
});

const unknown: readonly fc.Arbitrary<HotelIdDraw>[] = [
  fc.record({ kind: kind('zero') }),
  beyond,
  fc.record({ kind: kind('negated'), share }),
  wrapped,
  edge,
];

/** Which the interface leaves to the service. */
const writtenHotel: fc.Arbitrary<HotelIdDraw> = fc.oneof(
  fc.record({ kind: kind('text'), text: fc.constantFrom('none', 'null', 'NaN', '1.5', '-', '%', 'отель') }),
  fc.record({ kind: kind('written'), way: fc.constantFrom(...notations), share }),
);

export const hotelsOfNobody: fc.Arbitrary<HotelIdDraw[]> = mostOf(...unknown, writtenHotel);

const idAt = (at: number, known: readonly number[]): string => String(known[Math.floor(at * known.length)] ?? 1);

/** The text in the path. */
export const hotelIdText = (draw: HotelIdDraw, hotels: readonly number[]): string => {
  switch (draw.kind) {
    case 'known':
      return idAt(draw.share, hotels);
    case 'zero':
      return '0';
    case 'beyond':
      return String(draw.id);
    case 'negated':
      return `-${idAt(draw.share, hotels)}`;
    case 'wrapped':
      return String(BigInt(idAt(draw.share, hotels)) + 2n ** BigInt(draw.bits));
    case 'edge':
      return String(2n ** BigInt(draw.bits) + BigInt(draw.by));
    case 'text':
      return draw.text;
    case 'written':
      return writtenAs(draw.way, idAt(draw.share, hotels));
  }
};
