/** How a command speaks to a person: what a reader of its result reads, and beside it lines of its own. */

export const print = (text: string): void => console.log(text);

export const notice = (line: string): void => console.error(`preflight: ${line}`);
