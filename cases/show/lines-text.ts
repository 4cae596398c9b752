/** An excerpt as plain text, where there is neither colour nor a margin. */
import type { Line, Piece } from './excerpt.ts';

/** What stands for something else stands between these, so that it is seen without colour, too. */
export const marked = ({ as, text }: Piece): string => (as === 'replaced' ? `‹${text}›` : text);

export const linesText = (lines: readonly Line[]): string =>
  lines
    .map(({ indent, pieces, isBroken }) => {
      const line = `${'  '.repeat(Math.min(indent, 16))}${pieces.map(marked).join('')}`;
      return isBroken ? `${line}  ← here` : line;
    })
    .join('\n');
