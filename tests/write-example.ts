/** `npm run generate:example`: books at the sandbox what its supplier refuses, and writes what a browser would save. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { startSandbox } from '../sandbox/server.ts';
import sandboxTarget from '../targets/sandbox.ts';
import { listened } from './unit/cases/import/listened.ts';

const sandbox = await startSandbox({ world: { seed: 0, oddities: ['refuses-guests-by-citizenship'] } });
const browser = await listened(sandbox.url, Date.now);

let token = '';
// biome-ignore lint/suspicious/noExplicitAny: any answer of the sandbox.
const post = async (path: string, body: object): Promise<any> => {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) };
  const answer = await fetch(`${browser.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return answer.json();
};

const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** Far enough ahead to be cancelled free of charge, also on the day on which a reader sends it again. */
const stay = { arrival: dayIn(60), departure: dayIn(64), rooms: [{ adults: 2, childrenAges: [9] }] };

const { clientId, clientSecret } = sandboxTarget.credentials;
token = (await post('/auth/token', { clientId, clientSecret })).token;
browser.har();

const { region, otherRegions = [] } = sandboxTarget.known ?? {};
for (const id of [region, ...otherRegions]) {
  const { searchId, hotels } = await post('/api/hotels/search', { region: { id }, stay });
  const isMeant = (offer: { rate: { provider: string } }) => offer.rate.provider === 'Harbour Direct';
  const found = hotels.find((hotel: { offers: [] }) => hotel.offers.some(isMeant));
  if (!found) {
    browser.har();
    continue;
  }
  const { hotel } = await post('/api/hotels/hotel_pricing', { searchId, hotelId: found.hotelId });
  const { offerId } = hotel.offers.find(isMeant);
  await post('/api/hotels/offer_pricing', { searchId, offerId });
  const guest = (firstName: string, gender: string, birthDate: string, citizenship: string) => ({
    firstName,
    lastName: 'Nurlanova',
    birthDate,
    citizenship,
    gender,
  });
  const guests = [
    guest('Marat', 'male', '1986-04-17', 'RU'),
    guest('Aigerim', 'female', '1988-09-02', 'KZ'),
    guest('Dana', 'female', `${new Date().getUTCFullYear() - 9}-06-20`, 'RU'),
  ];
  const contact = { email: 'aigerim.nurlanova@mail.example', phone: '+77015550142' };
  const refused = await post('/api/hotels/create_booking', {
    searchId,
    offerId,
    guests: [guests],
    contact,
    upsells: [],
  });
  console.log(JSON.stringify(refused));
  break;
}

const saved = browser
  .har()
  .replaceAll(sandbox.url, 'https://travel.example')
  .replaceAll(token, 'a-token-that-has-ended');
mkdirSync('docs/examples', { recursive: true });
writeFileSync('docs/examples/refused-booking.har', `${JSON.stringify(JSON.parse(saved), null, 1)}\n`);
await browser.close();
await sandbox.close();
