/** Clauses that a law judges now. Stored runs, policies and waivers name them for ever, so no entry is ever taken out. */

/** The law judges more than the clause did: that was about answers of one operation, or one field in them. */
type RetiredClause = { readonly law: string; readonly operation: string; readonly field?: string };

const ofStays = (operation: string, field?: string): RetiredClause => ({
  law: 'view-booking.acts-elsewhere-change-nothing',
  operation,
  ...(field !== undefined && { field }),
});

const retired: Readonly<Record<string, RetiredClause>> = {
  'view-booking.stays-as-it-was': ofStays('view-booking'),
  'view-booking.each-of-two-bookings-is-its-own': ofStays('view-booking'),
  'search-bookings.stays-as-it-was': ofStays('search-bookings'),
  'cancel-booking.refused-cancellation-changes-nothing': ofStays('view-booking', 'status'),
};

export const retiredIds = Object.keys(retired);

const retiredClause = (id: string): RetiredClause | undefined => (Object.hasOwn(retired, id) ? retired[id] : undefined);

/** The law that judges what a retired clause said; any other name as it is. */
export const presentId = (id: string): string => retiredClause(id)?.law ?? id;

/** Whether a finding of the law is one that the retired clause would have had. */
export const wasAbout = (
  id: string,
  { operation, place }: Readonly<Record<'operation' | 'place', string>>,
): boolean => {
  const { operation: of, field } = retiredClause(id) ?? {};
  return of === operation && (field === undefined || place.endsWith(`.${field}`));
};
