/** The requests of one run at a depth, caught once and kept in a file. Separate processes can then send them bare. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Depth } from '../../contracts/depth.ts';
import { requestsOf } from './bare.ts';
import { startEngine } from './engine.ts';

/** @returns The file, and how many there are. */
export const recordedRequests = async (
  folder: string,
  depth: Depth,
): Promise<{ readonly file: string; readonly requests: number }> => {
  const engine = await startEngine(depth);
  const requests = await requestsOf(engine.run);
  await engine.close();
  const file = join(folder, `${depth}.json`);
  await writeFile(file, JSON.stringify(requests));
  return { file, requests: requests.length };
};
