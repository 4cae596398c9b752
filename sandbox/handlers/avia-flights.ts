/** POST /api/avia/schedule and …/availability: the flights of a journey, and the seats on flights; no search comes before. */
import type { FlightReplies } from '../avia/canonical.ts';
import { flightOf, flightsOf } from '../avia/flights.ts';
import { flightNotFound } from '../avia/refusals.ts';
import { toldFlight } from '../avia/telling.ts';
import type { SalesHandler } from '../handler.ts';
import { answer } from '../reply.ts';
import { invalidRequest } from '../sales/refusals.ts';
import { journeyProblemOf } from './avia-search.ts';

export const aviaSchedule: SalesHandler<'avia-schedule'> = ({ journey }, { world }) => {
  const problem = journeyProblemOf(journey, world.now());
  if (problem) return invalidRequest(problem);
  return answer(200, { flights: flightsOf(journey).map(toldFlight) } satisfies FlightReplies['avia-schedule']);
};

export const aviaAvailability: SalesHandler<'avia-availability'> = ({ flights: names }, { world }) => {
  const flights = names.flatMap((name) => flightOf(name) ?? []);
  if (flights.length < names.length) return flightNotFound;
  const seatsOf = (flight: (typeof flights)[number]) =>
    world.rules.seatsOf(flight, { operation: 'avia-availability', world });
  const body: FlightReplies['avia-availability'] = {
    flights: flights.map((flight) => ({ ...toldFlight(flight), seats: seatsOf(flight) })),
  };
  return answer(200, body);
};
