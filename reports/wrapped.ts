/** Breaks a line of words at spaces so that it fits a terminal; the lines after the first hang under it. */

export const columnsMax = 80;

/**
 * @param hang How far the following lines are indented, and how much of the first is taken already.
 */
export const wrapped = (text: string, { hang, width = columnsMax }: { hang: number; width?: number }): string => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width - hang) {
      lines.push(line);
      line = word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join(`\n${' '.repeat(hang)}`);
};
