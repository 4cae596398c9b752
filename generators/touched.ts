/** Works out from a recorded trace which classes of every domain its target was shown, or has told. */
import { distinctTouches, type Touch } from '../contracts/domain-coverage.ts';
import { errorCodeOf, outcomeOf, succeeded } from '../contracts/outcome.ts';
import { field, idText, isAvia, isDictionary, isHotel, recordsOf } from '../contracts/subjects.ts';
import type { Exchange, Trace } from '../contracts/trace.ts';
import { documentedRefusals } from './partitions.ts';
import { flightTouches } from './touched/flights.ts';
import { hotelTouches } from './touched/hotels.ts';
import { askedOf, touchOf } from './touched/touch-of.ts';

const amenityLevels = (trace: Trace): Touch[] =>
  askedOf(trace, 'amenities')
    .filter(succeeded)
    .flatMap(recordsOf)
    .flatMap((record) => {
      const level = field(record, 'level') ?? null;
      // That there is none is told by nothing, and not by a word.
      return touchOf('amenity-level', {
        level: level === null ? 'none' : level === 'none' ? undefined : idText(level),
      });
    });

/** In whatever form it came back. */
const isAnswered = ({ response }: Exchange): boolean => response !== undefined;

const refusals = ({ exchanges }: Trace): Touch[] =>
  exchanges.filter(isAnswered).flatMap((exchange) => {
    const codes = [errorCodeOf(exchange), String(exchange.response?.status)];
    const { operation } = exchange;
    const code = codes.find((each) => each !== undefined && documentedRefusals[operation]?.includes(each));
    return code === undefined ? [] : touchOf('refusal', { operation, code });
  });

const areaOf = (exchange: Exchange): string | undefined => {
  if (isDictionary(exchange)) return 'dictionary';
  if (isHotel(exchange)) return 'hotels';
  return isAvia(exchange) ? 'avia' : undefined;
};

/** A refusal shows that the token was looked at. */
const bearersShown = ({ exchanges }: Trace): Touch[] =>
  exchanges
    .filter((exchange) => outcomeOf(exchange).kind !== 'trouble')
    .flatMap((exchange) => touchOf('bearer', { bearer: exchange.bearer, area: areaOf(exchange) }))
    .filter(({ classes }) => classes.area !== undefined);

/** Of every domain, each once. What was sent to clean up counts for nothing, as it is not judged. */
export const touched = (trace: Trace): readonly Touch[] =>
  distinctTouches(
    [flightTouches, hotelTouches, amenityLevels, refusals, bearersShown].flatMap((shown) => shown(trace)),
  );
