/** The store refused: a line for a person, and whether it is worth trying again. */

type Failure = {
  /** What it holds is not in doubt: what is to be written can be kept elsewhere, and delivered later. */
  readonly isPassing?: boolean;
  /** No space is left: where a copy is written, that of the copy. */
  readonly isFull?: boolean;
  /** Whoever named the store meant another. */
  readonly isWrongPlace?: boolean;
};

export class StoreFailed extends Error {
  override readonly name = 'StoreFailed';
  readonly isPassing: boolean;
  readonly isFull: boolean;
  readonly isWrongPlace: boolean;

  constructor(where: string, line: string, { isPassing = false, isFull = false, isWrongPlace = false }: Failure = {}) {
    super(`history ${where}: ${line}`);
    this.isPassing = isPassing;
    this.isFull = isFull;
    this.isWrongPlace = isWrongPlace;
  }
}
