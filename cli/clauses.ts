/** `preflight clauses`: one clause a line. */
import { Command } from 'commander';
import { clause, clauseIds } from '../contracts/clauses.ts';
import type { CommandParts } from './command-parts.ts';

export const clausesCommand = ({ print }: CommandParts): Command =>
  new Command('clauses').action(() => {
    const width = Math.max(...clauseIds.map((id) => id.length));
    for (const id of clauseIds) {
      const { basis, section, text } = clause(id);
      print(`${id.padEnd(width)}  ${basis.padEnd(10)}  §${section.padEnd(4)}  ${text}`);
    }
  });
