/** The reading that the clauses of an accepted token share. */

export const otherReasons =
  'A caller may lack rights for an operation: ACCESS_DENIED and 403 are lawful. So is any other documented code at 401, as the mapping of codes to statuses is not shown; a 401 without one is about the token. What is asked of a booking once it, or a ticket of it, may have ended is not judged.';
