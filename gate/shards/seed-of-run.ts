/** The seed of a run in shards, from its name: no shard can draw another. */
import { createHash } from 'node:crypto';

export const seedOfRun = (name: string): number => createHash('sha256').update(name).digest().readUInt32BE(0) >>> 1;
