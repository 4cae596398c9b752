/** Who stays or flies together, in classes by how many adults and children there are. */

/** Both ends belong to it. */
export type Range = readonly [min: number, max: number];

/** By class: the ranges of the numbers that make it. */
export type Boxes<Name extends string = string> = Readonly<Record<string, Readonly<Record<Name, Range>>>>;

const most = Number.POSITIVE_INFINITY;

/** Adults and children who fly together. */
export const passengerMixes = {
  'one adult': { adults: [1, 1], children: [0, 0] },
  'two adults': { adults: [2, 2], children: [0, 0] },
  'more adults': { adults: [3, most], children: [0, 0] },
  'an adult with children': { adults: [1, 1], children: [1, most] },
  'adults with children': { adults: [2, most], children: [1, most] },
} as const satisfies Boxes<'adults' | 'children'>;

/** Of all rooms of a stay. */
export const occupancies = {
  'two adults': { adults: [2, 2], children: [0, 0] },
  'one adult': { adults: [1, 1], children: [0, 0] },
  'more adults': { adults: [3, most], children: [0, 0] },
  'an adult with children': { adults: [1, 1], children: [1, most] },
  'adults with a child': { adults: [2, most], children: [1, 1] },
  'adults with children': { adults: [2, most], children: [2, most] },
} as const satisfies Boxes<'adults' | 'children'>;

/** The class of some numbers; undefined where they belong to none. */
export const classIn = <Name extends string>(boxes: Boxes<Name>, values: Readonly<Record<Name, number>>) =>
  Object.entries(boxes).find(([, box]) =>
    Object.entries<Range>(box).every(
      ([name, [min, max]]) => values[name as Name] >= min && values[name as Name] <= max,
    ),
  )?.[0];
