/** What GitHub's own language service finds wrong in a workflow or an action. */
import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { actionInputs } from './actions.ts';

// It was written for a bundler, and does not say that what it imports is JSON.
registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith('.json') ? { ...context, importAttributes: { type: 'json' } } : context),
});
const { validate } = await import('@actions/languageservice');

type Document = Parameters<typeof validate>[0];

let asked = 0;

/** As much of a document of an editor as is asked for. What has been read of an address is read once only. */
const documentOf = (file: string, text: string): Document => {
  const document: Pick<Document, 'uri' | 'getText'> = { uri: `file:///${asked++}/${file}`, getText: () => text };
  return document as Document;
};

/**
 * @param file From the top of the repository; it says of which kind the text is.
 * @param root The top, where called workflows and actions are looked for.
 */
export const diagnosed = async (file: string, text: string, root: string): Promise<string[]> => {
  const found = await validate(documentOf(file, text), {
    fileProvider: {
      getFileContent: async (of) => {
        if ('repository' in of || !existsSync(join(root, of.path))) throw new Error(`${of.path} is not there`);
        return { name: of.path, content: readFileSync(join(root, of.path), 'utf8') };
      },
    },
    actionsMetadataProvider: {
      fetchActionMetadata: async ({ owner, name, path }) => {
        const action = [owner, name, path].filter(Boolean).join('/');
        const inputs = actionInputs[action]?.map((input) => [input, { description: input }]);
        return inputs && { name: action, description: action, inputs: Object.fromEntries(inputs) };
      },
    },
  });
  return found.map(({ range, message }) => `${file}:${range.start.line + 1}: ${message}`);
};
