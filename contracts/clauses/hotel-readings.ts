/** Readings that several clauses of hotels share. */

export const openOrder =
  'The direction is not said: rising and falling are both lawful, equal scores and null among them too. The list is the one the binding calls ranked, else the offers when all of them stand in one list.';

export const realOffer =
  'One real offer is what the attributes that the binding calls its identity tell apart; what they do not tell apart within one answer is left out everywhere.';

export const openHotelId = 'It may stand on the offer or on what encloses it; an offer without one shows nothing.';

export const unrankedPreset =
  'Judged by the presets that known.unrankedPresets of the target names. What is neither null nor a score from 0 to 1 breaks a clause of its own.';

export const shownField = 'Null says that there is none; a response without the field breaks the clause.';
