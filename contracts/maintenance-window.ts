/** A maintenance window as people and programs are told of it. */
import { z } from 'zod';

export const windowStates = ['open', 'over'] as const;

export const maintenanceWindow = z.strictObject({
  id: z.int().positive(),
  /** `*` for all. */
  target: z.string(),
  state: z.enum(windowStates),
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  reason: z.string(),
  openedBy: z.string(),
});
export type MaintenanceWindow = z.infer<typeof maintenanceWindow>;
