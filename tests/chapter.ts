/** One chapter of a page of docs/: a page may have several, each under a title of the first level. */
import { readFileSync } from 'node:fs';

/** The texts of the fenced blocks of a kind, such as `sh`, in their order. */
export const blocksOf = (page: string, kind: string): string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${kind}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text = '']) => text);

/** @param title Of the chapter; the first of the page when not given. */
export const chapter = (page: string, title?: string): string => {
  const text = readFileSync(new URL(`../docs/${page}`, import.meta.url), 'utf8');
  // A line of a command block may begin like a title.
  const blocks = text.split(/^(```[\s\S]*?^```)$/m);
  const marked = blocks.map((block, i) => (i % 2 === 0 ? block.replace(/^# /gm, '\u0000# ') : block)).join('');
  const chapters = marked.split('\u0000').filter((each) => each.startsWith('# '));
  const found = title === undefined ? chapters[0] : chapters.find((each) => each.startsWith(`# ${title}\n`));
  if (found === undefined) throw new Error(`docs/${page} has no chapter "${title ?? ''}"`);
  return found;
};
