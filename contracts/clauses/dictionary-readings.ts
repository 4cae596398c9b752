/** A reading that the lists of the dictionary share. */

export const wholeRecord =
  'The group and the level of an amenity alone are marked optional, so every other field shown is on every record.';
