import fc from 'fast-check';
import { aviaOperations, dictionaryOperations, hotelOperations } from '../contracts/operations.ts';
import { outcomeOf } from '../contracts/outcome.ts';
import { flow } from '../engine/flow.ts';
import { stop, stopOf } from '../engine/stop.ts';
import { drawn } from '../generators/drawn.ts';
import { pickSeed } from '../generators/picked.ts';
import { wrongClientId } from '../generators/wrongness.ts';
import { askUnknownCountries } from './ask-unknown-countries.ts';
import { bookThenCancel } from './book-then-cancel.ts';
import { bookThenVoid } from './book-then-void.ts';
import { searchFlights } from './search-flights.ts';
import { searchHotels } from './search-hotels.ts';

const walked = [askUnknownCountries, searchHotels, bookThenCancel, searchFlights, bookThenVoid];

/** What somebody got wrong at the door changes nothing for who is inside: walks the other stories after it. */
export const walkAfterWrongLogin = flow('walk-after-wrong-login', {
  story: 'In a world of its own, log in wrongly, and then walk stories of reference data, hotels and flights.',
  phase: 'alone',
  isForFullOnly: true,
  isRetelling: true,
  logsInWrongly: true,
  isJudgedNarrowly: true,
  operations: ['token', ...dictionaryOperations, ...hotelOperations, ...aviaOperations],
  exercises: [...new Set(walked.flatMap(({ exercises }) => exercises))],
  input: fc.record({ wrongClientId, seed: pickSeed }),
  run: async (session, { wrongClientId: wrongness, seed }) => {
    // Elsewhere nothing is booked that could not be cancelled any more.
    if (!session.target.levers.openWorld) stop('needs', 'needs levers.openWorld, because a wrong login may block us,');
    await session.inOwnWorld(async (own) => {
      await own.send({ operation: 'countries' });
      await own.send({ operation: 'token', login: 'wrong-client-id', wrongness });
      const after = outcomeOf(await own.send({ operation: 'countries' }));
      if (after.kind === 'trouble') stop('trouble', `countries: ${after.trouble}`);
      if (after.kind === 'refusal') stop('refused', 'a wrong login has blocked us');
      const troubles: unknown[] = [];
      for (const { id, input, run } of walked) {
        await run(own, drawn(input, seed, id)).catch((thrown: unknown) => {
          const stopped = stopOf(thrown);
          if (!stopped) throw thrown;
          if (stopped.because === 'trouble') troubles.push(thrown);
        });
      }
      // Who reads what nothing shows has to learn of it.
      if (troubles.length > 0) throw troubles[0];
    });
  },
});
