/** Whom the people of a service may ask, as the environment says it. */
import { equal, throws } from 'node:assert/strict';
import { it } from 'node:test';
import { contactIn, withContact } from '../../../contracts/contact.ts';
import { UsageError } from '../../../contracts/usage-error.ts';

it('the contact of a program stands before that of the environment', () => {
  equal(contactIn({}), undefined);
  equal(contactIn({ PREFLIGHT_CONTACT: '' }), undefined);
  const environment = { PREFLIGHT_CONTACT: 'qa@partner.example' };
  equal(contactIn(withContact(environment, undefined)), 'qa@partner.example');
  equal(contactIn(withContact(environment, 'https://partner.example/on-call')), 'https://partner.example/on-call');
});

it('a contact that no header can hold is refused', () => {
  for (const given of ['qa)', 'a\r\nx-evil: 1', 'ж', ' '])
    throws(() => contactIn({ PREFLIGHT_CONTACT: given }), {
      name: UsageError.name,
      message: /^PREFLIGHT_CONTACT: write/,
    });
});
