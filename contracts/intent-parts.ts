/** What intents of all kinds are made of. */
import type { Json } from './json.ts';

export type Contact = { readonly email: string; readonly phone: string };

/** How later requests name a booking. */
export type BookingRef = { readonly bookingId?: Json; readonly reference?: Json };
