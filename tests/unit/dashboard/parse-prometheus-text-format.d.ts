/** The types of a parser that has none. */
declare module 'parse-prometheus-text-format' {
  /** Throws for what is not in that form. */
  const parsePrometheus: (text: string) => unknown;
  export default parsePrometheus;
}
