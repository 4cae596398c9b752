/** Readings that clauses of several topics share. */

export const bound = 'Its place and form are what the binding says.';

export const settles =
  'The change may take its time: it is looked for until limits.settleMs of the target have passed.';

export const openTicket =
  'The names of the states are not shown: the binding says whether a ticket can still be flown. A ticket that is not shown any more is lawful.';

export const likeNumbers =
  'A ticket has one number in two forms: numbers that are equal, or whose last ten digits are, name one ticket.';

export const emptyAnswer = 'Of an operation that only reads, an answer with nothing in it is as lawful as a refusal.';

export const unavailable =
  'A refusal with 404, 409, 410 or 422, or under a status of success, whatever its code, one with 400 whose code does not say that the request is wrong, and SUPPLIER_ERROR can mean that nothing is available. Such a refusal and an empty list leave the clause inconclusive. A refusal of children or of more than two adults shows nothing.';

export const moments =
  'By the clock of the target, with a minute for clocks. A moment without its time of day or its zone shows nothing.';

export const anyRefusal = 'Any refusal is lawful.';

export const askedWithPermission = 'Asked with the permission to issue tickets: a faulty service may do it.';

export const othersSearch =
  'Judged by a searchId that one partner alone was given. An answer with nothing in it is as lawful as a refusal. That a searchId serves whoever knows it is not excluded, and so it only warns.';

export const statusSince = '2026-08-06';

export const former = 'A name of before 2026-08-06 breaks a clause of its own.';

export const openOrder =
  'The direction is not said: rising and falling are both lawful, equal scores and null among them too. The list is the one the binding calls ranked, else the offers when all of them stand in one list.';

export const realOffer =
  'One real offer is what the attributes that the binding calls its identity tell apart; what they do not tell apart within one answer is left out everywhere.';

export const openHotelId = 'It may stand on the offer or on what encloses it; an offer without one shows nothing.';

export const unrankedPreset =
  'Judged by the presets that known.unrankedPresets of the target names. What is neither null nor a score from 0 to 1 breaks a clause of its own.';

export const untilShownCancelled =
  'Judged from the third answer after the cancellation that reports it, and from the second where two in a row deny it, as one of two copies may lag. Only completed contradicts it: it may pass through other states, and be left out.';

export const anHourApart =
  'Two reports one after the other are compared, an hour apart at most, until something is done that was not refused.';

export const framed =
  'Two looks that ask the same are compared, place by place, lists as sets. Between them something is done to another booking, is refused, is calculated, or is asked by another partner. What differs between two such looks with nothing between them changes by itself, and so does what is in work. What only appears, what a copy may show late, and moments of the request or that go on with the clock show nothing.';

export const echoed =
  'Judged by first name, last name and day of birth, at a place of an operation that shows two distinct ones of them just as they were sent. A name of more than twelve letters, or with other signs, may be written otherwise; people may be left out.';

export const agreeing =
  'Which fields say the same is learnt: where two operations agree on two distinct values at least, and on twice as many offers as they differ in. Numbers that are no ids, and moments, may move.';

export const reporting =
  'Which fields say the same is learnt by their names: where two operations agree on two distinct values, or twice on a value with digits, and on twice as many as they differ in. What one says of this thing and the other of a different thing alone is not learnt. A field that one operation reports differently at another time shows nothing, nor does a state that passes, inWork or unknown. A moment counts where two operations agree on it otherwise, and where it is further off than the time between them and their clocks.';

export const oneCurrency =
  'Of what the binding reads, for one partner and one preset. Nothing says in which currency a service reports, and so it only warns.';

export const keyed = 'As far as the binding reads it; where no entry carries it, nothing is judged.';

export const found =
  'Judged by the last two looks, which are both refused, and once limits.settleMs of the target have passed since its making. A lack of rights and SUPPLIER_ERROR show nothing.';
