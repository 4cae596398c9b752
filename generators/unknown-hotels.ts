/** Ids of hotels that no service has (part 7): 0, and numbers so large that nobody has counted that far. */
import fc from 'fast-check';

/** Below 2^31, so that no service has to take them for something else than an id. */
const beyond = fc.integer({ min: 2_000_000_000, max: 2_147_483_000 });

export const unknownHotels: fc.Arbitrary<number[]> = fc.tuple(fc.constant(0), beyond, beyond);
