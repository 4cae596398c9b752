/** The dimensions over which the subjects of a clause can vary, each with its classes. The list is closed. */
import { occupancies, passengerMixes } from './parties.ts';

const namesOf = <Name extends string>(classes: Readonly<Record<Name, unknown>>): Name[] =>
  Object.keys(classes) as Name[];

/** No clause has two dimensions with a class of the same name, so that the name of a class says enough. */
export const dimensions = {
  occupancy: namesOf(occupancies),
  rooms: ['one room', 'several rooms'],
  passengers: namesOf(passengerMixes),
  /** Whose ticket it is. */
  passenger: ['first passenger', 'later passenger'],
  trip: ['one way', 'return'],
  extras: ['no extras', 'extras'],
  /** The default is named by no request. */
  preset: ['default', 'named'],
  region: ['usual region', 'other region'],
  route: ['usual route', 'other route'],
  /** The common one has made the most offers of those that a trace reports. */
  supplier: ['common supplier', 'rarer supplier'],
  partner: ['own', 'other'],
  language: ['no language', 'English', 'Russian', 'other language'],
  /** How often the same partner has asked the same; the third, and all that follow. */
  read: ['first read', 'second read', 'third read'],
  /** How often the operation has done its work, for any caller; the third stands for all that follow. */
  turn: ['first time', 'second time', 'third time'],
  /** Of countries or hotels that are asked about one by one. */
  position: ['first listed', 'listed between', 'last listed'],
  /** What came before it, at any time; a subject can be after several. */
  after: [
    'refusal',
    'wrong login',
    'cancellation',
    'refused booking',
    'reprice',
    'calculation',
    'void',
    'refused void',
  ],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type DimensionId = keyof typeof dimensions;

export type ClassName = (typeof dimensions)[DimensionId][number];

/** What the subjects of many clauses vary in. */
export const readDimensions = ['partner', 'read', 'after'] as const;
export const actDimensions = ['partner', 'turn', 'after'] as const;
export const dictionaryDimensions = [...readDimensions, 'language'] as const;
export const stayDimensions = ['occupancy', 'rooms', 'preset', 'region', 'supplier'] as const;
export const bookingDimensions = [...stayDimensions, 'extras'] as const;
export const flightDimensions = ['passengers', 'trip', 'route', 'supplier'] as const;
export const ticketDimensions = [...flightDimensions, 'passenger'] as const;

/** In what the subjects of one clause vary otherwise than those of its topic. */
export type OwnDimensions = {
  readonly with?: readonly DimensionId[];
  readonly without?: readonly DimensionId[] | 'all';
  readonly because: string;
};

export const nothingOwn: OwnDimensions = {
  without: [...bookingDimensions, ...ticketDimensions, 'position'],
  because: 'what is asked about is none of ours',
};
