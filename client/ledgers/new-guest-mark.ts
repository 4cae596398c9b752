/** Makes the mark that names the first guest of a booking: nothing else finds it again when its answer is lost. */
import { randomInt } from 'node:crypto';
import { guestMarkLettersMin, guestMarkPrefix } from '../../contracts/guest-mark.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz';

/**
 * A new mark; the letters after its prefix are few enough to fit into any field for a surname.
 *
 * @param below Draws a whole number from 0 up to, and without, the given one.
 */
export const newGuestMark = (below: (max: number) => number = randomInt): string => {
  const drawn = Array.from({ length: guestMarkLettersMin + 2 }, () => letters.charAt(below(letters.length)));
  return `${guestMarkPrefix}${drawn.join('')}`;
};
