/** Whom a booking is answered for: the same for hotels and flights. */
import { z } from 'zod';
import { text } from './forms.ts';

export type Contact = { readonly email: string; readonly phone: string };

export const contact = z.object(
  { email: text('The mail address of the contact'), phone: text('The telephone number of the contact') },
  { error: 'The contact is required, an object.' },
);
