/** JSON values, and the one place that tells a broken-off document from one that was never JSON. */
import { z } from 'zod';

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export const json: z.ZodType<Json> = z.json().meta({ id: 'Json' }) as z.ZodType<Json>;

export const isJsonObject = (value: unknown): value is { [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
