/** Whether anything stands at a path, be it a link that leads nowhere: what is broken is named, and not passed over. */
import { lstatSync } from 'node:fs';

export const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
