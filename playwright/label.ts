/** What Allure is given of a test beside its steps: labels, parameters, and links to the parts of the interface. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestInfo } from '@playwright/test';
import type { WalkedJourney } from '../gate/spec-door.ts';
import { doorVariables } from './door.ts';

/** As GitHub, and most others who show Markdown, make it of a title. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');

/** The page that walks through the interface has a title for each part. */
const coverage = fileURLToPath(new URL('docs/use/coverage.md', import.meta.resolve('#package')));

/** Seen from the page that `npm run allure` writes into the folder of the run. */
const linksTo = (sections: readonly string[]): { readonly url: string; readonly name: string }[] => {
  const titles = [...readFileSync(coverage, 'utf8').matchAll(/^#+ (([\d.]+) .*)$/gm)];
  const anchors = new Map(titles.map(([, title = '', section]) => [section, anchorOf(title)]));
  const page = relative(process.env[doorVariables.folder] ?? '', coverage);
  return sections.map((section) => ({ url: `${page}#${anchors.get(section)}`, name: `§${section}` }));
};

/** Allure makes a step of each annotation, so it is given all of this in its own way. */
export const label = async (walked: WalkedJourney, info: TestInfo): Promise<void> => {
  const { target, revision, seed, depth, clauses } = walked;
  if (!info.config.reporter.some(([name]) => name.includes('allure-playwright'))) {
    const description = `${target}, revision ${revision}, seed ${seed}, depth ${depth}`;
    info.annotations.push({ type: 'target', description });
    return;
  }
  await import('allure-playwright/autoconfig');
  const allure = await import('allure-js-commons');
  const [area = '', topic = ''] = info.tags.map((tag) => tag.replace('@', ''));
  await allure.labels({ name: 'epic', value: area }, { name: 'feature', value: topic });
  for (const [name, value] of Object.entries({ target, revision, seed: String(seed), depth }))
    await allure.parameter(name, value);
  await allure.links(...linksTo([...new Set(clauses.map(({ section }) => section))].sort()));
};
