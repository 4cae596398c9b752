/** All dialects by id: two ways to spell that have nothing in common but what is documented. */
import type { Dialect } from './dialect.ts';
import { flat } from './dialects/flat.ts';
import { nested } from './dialects/nested.ts';

export const dialects = { nested, flat } as const satisfies Record<string, Dialect>;

export type DialectId = keyof typeof dialects;

export const dialectIds = Object.keys(dialects) as DialectId[];

export const isDialectId = (id: unknown): id is DialectId => typeof id === 'string' && Object.hasOwn(dialects, id);
