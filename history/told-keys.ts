/** Under which keys an incident is told: the same for the same event and channel, however often it is written. */

/** No channel and no mail server reads anything into it, and no id has it. */
const mark = '_';
const afterMark = String.fromCharCode(mark.charCodeAt(0) + 1);

export const keyOf = (id: string, event: string, channel: string): string => [id, event, channel].join(mark);

/** @returns The first key of an incident, and the one after its last. */
export const keysOf = (id: string): [first: string, after: string] => [`${id}${mark}`, `${id}${afterMark}`];
