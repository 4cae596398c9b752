/** Readings that several clauses of flights and tickets share. */

export const bound = 'Its place and form are what the binding says.';

export const settles =
  'The change may take its time: it is looked for until limits.settleMs of the target have passed.';

export const openTicket =
  'The names of the states are not shown: the binding says whether a ticket can still be flown. A ticket that is not shown any more is lawful.';

export const twoReasons =
  'Where several documented reasons hold at once, any of them is lawful; so are an error of rights and any HTTP status.';

export const likeNumbers =
  'A ticket has one number in two forms: numbers that are equal, or whose last ten digits are, name one ticket.';

export const emptyAnswer = 'Of an operation that only reads, an answer with nothing in it is as lawful as a refusal.';

export const unavailable =
  'A refusal with 404, 409, 410 or 422, or under a status of success, whatever its code, and SUPPLIER_ERROR can mean that nothing is available. Such a refusal and an empty list leave the clause inconclusive. A refusal of children or of more than two adults shows nothing.';
