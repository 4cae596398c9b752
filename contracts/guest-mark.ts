/** The mark in the name of one of our guests: by it a booking is found again whose answer was lost. */

/** No name of a person has these letters in a row. */
export const guestMarkPrefix = 'Pfq';

/** How many random letters follow at least: a mark must stay unique for years. */
export const guestMarkLettersMin = 10;

const mark = new RegExp(`${guestMarkPrefix}[a-z]{${guestMarkLettersMin},}`, 'gi');

/** The marks in a text, each as it was made: a service may change the case of names, and join them. */
export const guestMarksIn = (text: string): string[] =>
  (text.match(mark) ?? []).map((found) => `${found.charAt(0).toUpperCase()}${found.slice(1).toLowerCase()}`);
