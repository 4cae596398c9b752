/** Stories of tests that book: what they need besides a session. */
import fc from 'fast-check';
import { type Flow, flow } from '../../../../engine/flow.ts';
import type { Session } from '../../../../engine/session.ts';
import { chooseOffer } from '../../../../flows/steps/choose-offer.ts';
import { guestsOf } from '../../../../generators/people.ts';

const stay = { daysLater: 3, nights: 2, adults: 2, childrenAges: [] };
const guest = {
  ...({ firstName: 'Testina', lastName: 'Fictiva', gender: 'female', citizenship: 'DE' } as const),
  adultAge: 30,
  daysSinceBirthday: 50,
};

/** A whole booking, short of being sent. */
export const bookable = async (session: Session) => {
  const chosen = await chooseOffer(session, { stays: [stay], seed: 1 });
  const contact = { email: 'nobody@example.invalid', phone: '+447700900123' };
  return { ...chosen, guests: guestsOf([guest, guest], chosen.search.stay), contact, upsells: [] };
};

export const story = (run: (session: Session) => Promise<unknown>, phase: Flow['phase'] = 'main'): Flow =>
  flow('books', {
    story: 'A story of a test.',
    phase,
    operations: [],
    exercises: [],
    input: fc.constant({}),
    run: async (session) => {
      await run(session);
    },
  });
