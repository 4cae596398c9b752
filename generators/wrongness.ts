/** Ways for a credential to be wrong; the client applies them, because only it holds the right value. */
import fc from 'fast-check';

export const text = fc.string({
  unit: fc.constantFrom(...'abcdefghjkmnpqrstuvwxyz23456789'),
  minLength: 12,
  maxLength: 24,
});

const random = fc.record({ kind: fc.constant('random' as const), text });
const extended = fc.record({ kind: fc.constant('extended' as const), text: text.map((long) => long.slice(0, 1)) });
const truncated = fc.constant({ kind: 'truncated' as const });

/** An id may lawfully be read without regard to case, so that is no way to be wrong. */
export const wrongClientId = fc.oneof(random, extended, truncated);

/**
 * Nearly right, each in another way and in random order: whoever accepts any secret accepts these too, and a careless
 * comparison accepts only these.
 */
export const wrongSecrets = fc
  .tuple(
    extended,
    fc.shuffledSubarray(['truncated', 'case-flipped', 'last-changed'] as const, { minLength: 3, maxLength: 3 }),
  )
  .map(([first, kinds]) => [first, ...kinds.map((kind) => ({ kind }))]);
