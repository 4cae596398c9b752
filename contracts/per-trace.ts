/** Remembers what is made of a whole trace: every subject asks for it anew, and a trace may grow in between. */
import type { Trace } from './trace.ts';

/** @param growthOf Changes when the trace has grown in what `make` looks at. */
export const perTrace = <Made, Of extends Pick<Trace, 'exchanges'> = Trace>(
  make: (trace: Of) => Made,
  growthOf: (trace: Of) => unknown = ({ exchanges }) => exchanges.length,
): ((trace: Of) => Made) => {
  const known = new WeakMap<Of, { readonly growth: unknown; readonly made: Made }>();
  return (trace) => {
    const growth = growthOf(trace);
    const before = known.get(trace);
    if (before && before.growth === growth) return before.made;
    const made = make(trace);
    known.set(trace, { growth, made });
    return made;
  };
};
