/** Tells by its content what kind of file a person gives us, and reads its requests. */
import { UsageError } from '../../contracts/usage-error.ts';
import { importedBytesMax, requestsMax } from './bounds.ts';
import { firstCommand, readCurl } from './curl.ts';
import type { FoundFile } from './found.ts';
import { harFile, readHar } from './har.ts';
import { collectionFile, readCollection } from './postman-collection.ts';
import { newmanRun, readNewmanRun, runOfApplication } from './postman-run.ts';

const wayOut = 'save the requests in the network panel of a browser ("Save all as HAR") and give that file';

const parsed = (text: string, fileName: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${fileName} breaks off or is no JSON: save it again`);
  }
};

const unknown = 'is no HAR, no curl command and no run or collection of Postman';

const readJson = (text: string, fileName: string, nowMs: number): FoundFile => {
  const value = parsed(text, fileName);
  const har = harFile.safeParse(value);
  if (har.success) return readHar(har.data);
  const run = newmanRun.safeParse(value);
  if (run.success) return readNewmanRun(run.data, nowMs);
  const collection = collectionFile.safeParse(value);
  if (collection.success) return readCollection(collection.data, nowMs);
  if (!runOfApplication.safeParse(value).success) throw new UsageError(`${fileName} ${unknown}: ${wayOut}`);
  const instead = 'run the collection with newman run --reporters json, and give the file that it exports';
  throw new UsageError(`${fileName} is a run that Postman exported without bodies: ${instead}`);
};

const readText = (text: string, fileName: string, nowMs: number): FoundFile => {
  if (/^\s*[[{]/.test(text)) return readJson(text, fileName, nowMs);
  if (firstCommand.test(text)) return readCurl(text, fileName, nowMs);
  throw new UsageError(`${fileName} ${text.trim() === '' ? 'is empty' : unknown}: ${wayOut}`);
};

/** @throws UsageError for a file that is none of those, or too large. */
export const foundFile = (text: string, fileName: string, nowMs: number): FoundFile => {
  if (text.length > importedBytesMax) {
    const most = `${importedBytesMax / 1024 / 1024} MB`;
    throw new UsageError(`${fileName} is larger than ${most}: ${wayOut}, with fewer requests`);
  }
  // Some programs write a byte order mark.
  const file = readText(text.replace(/^\uFEFF/, ''), fileName, nowMs);
  if (file.found.length <= requestsMax) return file;
  const how = 'filter the network panel of the browser by /api/ before saving';
  throw new UsageError(`${fileName} has ${file.found.length} requests, and ${requestsMax} are the most: ${how}`);
};
