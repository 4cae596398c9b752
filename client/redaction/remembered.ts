/** What is made once, and answers that are remembered. */

/** Not before it is needed: most commands share nothing. */
export const once = <V>(make: () => V): (() => V) => {
  let known: { readonly value: V } | undefined;
  return () => {
    known ??= { value: make() };
    return known.value;
  };
};

const answersMax = 20_000;
const charactersMax = 200;

/** Remembers the answers: the same texts and names of fields come again with every exchange. */
export const remembered = (answer: (text: string) => boolean): ((text: string) => boolean) => {
  const known = new Map<string, boolean>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = answer(text);
    if (known.size < answersMax && text.length <= charactersMax) known.set(text, made);
    return made;
  };
};
