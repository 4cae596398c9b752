/** Spells a Latin name in Cyrillic letters, well enough for a made-up Russian name. */

const pairs: Readonly<Record<string, string>> = {
  shch: 'щ',
  sch: 'ш',
  sh: 'ш',
  ch: 'ч',
  zh: 'ж',
  kh: 'х',
  ph: 'ф',
  th: 'т',
  ts: 'ц',
  ya: 'я',
  yu: 'ю',
  yo: 'ё',
  a: 'а',
  b: 'б',
  c: 'к',
  d: 'д',
  e: 'е',
  f: 'ф',
  g: 'г',
  h: 'х',
  i: 'и',
  j: 'дж',
  k: 'к',
  l: 'л',
  m: 'м',
  n: 'н',
  o: 'о',
  p: 'п',
  q: 'к',
  r: 'р',
  s: 'с',
  t: 'т',
  u: 'у',
  v: 'в',
  w: 'в',
  x: 'кс',
  y: 'ы',
  z: 'з',
  ß: 'сс',
  ı: 'и',
  ə: 'э',
  đ: 'д',
  œ: 'ё',
  ø: 'ё',
  æ: 'э',
  ð: 'д',
  ł: 'л',
  þ: 'т',
  ħ: 'х',
};

const latin = new RegExp(Object.keys(pairs).join('|'), 'gi');

export const transliterated = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(latin, (letters) => {
      const cyrillic = pairs[letters.toLowerCase()] ?? letters;
      return letters[0] === letters[0]?.toLowerCase()
        ? cyrillic
        : (cyrillic[0] ?? '').toUpperCase() + cyrillic.slice(1);
    });
