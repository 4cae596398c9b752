// Shipped with an exported script: fills in values of earlier answers, and sees whether the error is still there.
// An answer is { status, headers, body, text }; a path is a list of keys from the answer, or from its body, down.
// The key -1 is that of any entry of an object, whose keys are ids.

/** @returns The value at a path; undefined when there is none. */
const valueAt = (value, path) =>
  path.reduce((at, key) => {
    if (at === null || typeof at !== 'object') return undefined;
    const name = key === -1 ? Object.keys(at)[0] : key;
    return name !== undefined && Object.hasOwn(at, name) ? at[name] : undefined;
  }, value);

const scalarsIn = (value) =>
  value !== null && typeof value === 'object' ? Object.values(value).flatMap(scalarsIn) : [value];

const namesIn = (value) =>
  value !== null && typeof value === 'object'
    ? [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(namesIn)]
    : [];

/** @returns All values at a path, in any elements of the lists on the way. */
const valuesAt = (value, path) => {
  const [key, ...rest] = path;
  if (key === undefined) return [value];
  if (typeof key === 'number') {
    const isOpen = Array.isArray(value) || (key === -1 && value !== null && typeof value === 'object');
    return isOpen ? Object.values(value).flatMap((child) => valuesAt(child, rest)) : [];
  }
  return valuesAt(valueAt(value, [key]), rest);
};

/** @returns The recorded value where the answer holds it again, or else the new value in its place. */
const takenFrom = (body, { at, was }) => {
  // A boolean stands everywhere.
  if (typeof was !== 'boolean' && scalarsIn(body).includes(was)) return was;
  return valueAt(body, at) ?? valuesAt(body, at).find((value) => value !== undefined);
};

/** @returns A variable of the environment. */
export const variable = (name) => {
  if (!process.env[name]) throw new Error(`set ${name}`);
  return process.env[name];
};

export const credentialsOf = (whose) => {
  const prefix = whose === 'other' ? 'PREFLIGHT_OTHER_' : 'PREFLIGHT_';
  return { clientId: variable(`${prefix}CLIENT_ID`), clientSecret: variable(`${prefix}CLIENT_SECRET`) };
};

const valueNamed = (name, { whose, given, answers }) => {
  if (name === 'clientId' || name === 'clientSecret') return credentialsOf(whose)[name];
  if (!Object.hasOwn(given, name)) return undefined;
  const { step, ...from } = given[name];
  const value = takenFrom(answers[step]?.body, from);
  if (value === undefined) throw new Error(`step ${step} gave no ${name} (it answered ${answers[step]?.status})`);
  return value;
};

/**
 * Replaces each text that is only a name in double braces.
 *
 * @param source Whose credentials, the answers by step, and by name: the step, the place in its body, the recorded value.
 */
export const filled = (value, source) => {
  if (Array.isArray(value)) return value.map((child) => filled(child, source));
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, filled(child, source)]));
  }
  const [, name] = (typeof value === 'string' && /^\{\{(\w+)\}\}$/.exec(value)) || [];
  return name === undefined ? value : (valueNamed(name, source) ?? value);
};

const encoded = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decoded = (text) => JSON.parse(Buffer.from(text, 'base64url').toString());

/** @returns A token made bad in one way; undefined for a request without a token. */
export const bearerOf = (kind, token) => {
  const [header = '', claims = '', signature = ''] = token.split('.');
  const flipped = `${signature.slice(0, -9)}${signature.at(-9) === 'A' ? 'B' : 'A'}${signature.slice(-8)}`;
  switch (kind) {
    case 'missing':
      return undefined;
    case 'empty':
      return '';
    case 'garbage':
      return 'no-token';
    case 'tampered-signature':
      return [header, claims, flipped].join('.');
    case 'cut':
      return token.slice(0, -20);
    case 'extended':
      return `${token}AQIDBAUG`;
    case 'case-flipped':
      return [
        header,
        claims,
        signature.replace(/[a-z]/gi, (one) => (one < 'a' ? one.toLowerCase() : one.toUpperCase())),
      ].join('.');
    case 'tampered-claims':
      return [header, encoded({ ...decoded(claims), exp: decoded(claims).exp + 86_400 }), signature].join('.');
    case 'tampered-header':
      return [encoded({ ...decoded(header), kid: 'x' }), claims, signature].join('.');
    case 'unsigned':
      return [encoded({ alg: 'none', typ: 'JWT' }), claims, ''].join('.');
    default:
      return token;
  }
};

const isRefused = ({ status, body }) =>
  status >= 400 || (body !== null && typeof body === 'object' && (body.error != null || body.success === false));

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

const isSorted = (list) =>
  [(one, other) => one <= other, (one, other) => one >= other].some((inOrder) =>
    list.every((value, i) => i === 0 || inOrder(list[i - 1], value)),
  );

const kinds = {
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  array: (value) => Array.isArray(value),
  text: (value) => typeof value === 'string' && value.trim() !== '',
  object: (value) => value !== null && typeof value === 'object' && !Array.isArray(value),
};

/** Whether a value keeps its promise, by the kind of promise. */
const promises = {
  equals: (value, { to }) => same(value, to),
  differs: (value, { from }) => !same(value, from),
  absent: (value) => value === undefined,
  present: (value) => value !== undefined,
  kind: (value, { kind }) => kinds[kind](value),
  among: (value, { values }) => values.includes(value),
  between: (value, { min, max }) => (typeof value === 'number' ? value >= min && value <= max : value === null),
  matching: (value, { pattern }) => value != null && new RegExp(pattern, 'iu').test(String(value)),
};

/** The place of the record, which may have moved in the list. */
const placeNow = (path, record, answer, answers) => {
  if (!record) return path;
  const wanted = record.given ? takenFrom(answers[record.given.step]?.body, record.given) : record.is;
  const list = valueAt(answer, path.slice(0, record.depth));
  const keys = list !== null && typeof list === 'object' ? Object.keys(list) : [];
  const found = keys.find((key) => same(valueAt(list[key], record.at), wanted));
  return found === undefined ? undefined : path.with(record.depth, Array.isArray(list) ? Number(found) : found);
};

const looked = (test, answers) => {
  const answer = answers[test.step];
  const { promise, path, record, was } = test;
  if (!answer || ((answer.status >= 500 || answer.status === 429) && answer.status !== was)) return {};
  if (promise === 'json')
    return { seen: answer.body === undefined && answer.text !== '', value: answer.text?.slice(0, 80) };
  const value = valueAt(answer, path);
  if (promise === 'refused') {
    const code = answer.body?.error?.code ?? null;
    const said = { value: code ?? answer.status };
    if (test.code === undefined || !isRefused(answer)) return { seen: !isRefused(answer), ...said };
    // A third error code may be right as well.
    return code === test.code || code === test.before ? { seen: code !== test.code, ...said } : {};
  }
  if (promise === 'somewhere') return { seen: !namesIn(answer.body).includes(test.name), value };
  if (promise === 'answered') return { seen: isRefused(answer), value: answer.body?.error?.code ?? answer.status };
  if (promise === 'sorted') return { seen: !isSorted(valuesAt(answer, path)), value };
  if (promise === 'unique') {
    const all = valuesAt(answer, path).map((each) => JSON.stringify(each));
    return { seen: new Set(all).size < all.length, value };
  }
  if (test.everywhere) {
    const all = valuesAt(answer, path).filter((each) => each !== undefined);
    if (all.length === 0) return {};
    const wrong = all.filter((each) => !promises[promise](each, test));
    return { seen: wrong.length > 0, value: wrong[0] };
  }
  // A refusal has other fields: an error of a successful answer cannot show in it.
  if (promise === 'absent' && was < 400 && (answer.status >= 400 || answer.body?.success === false)) return {};
  const to = test.given ? takenFrom(valueAt(answers, [test.given.step, 'body']), test.given) : test.to;
  const now = placeNow(path, record, answer, answers);
  if (now === undefined || now.includes(-1)) {
    // Where the record is gone, all others show it: then they all kept it.
    const others = test.others ? valuesAt(answer, path).filter((each) => each !== undefined) : [];
    const wrong = others.filter((each) => !promises[promise](each, { ...test, to }));
    return others.length === 0 ? {} : { seen: wrong.length > 0, value: wrong[0] ?? others[0] };
  }
  const found = valueAt(answer, now);
  // What it was left out of may lawfully be gone itself.
  const isLeftOut = test.wasAbsent && valueAt(answer, now.slice(0, -1)) !== undefined;
  if (found === undefined && !isLeftOut && promise !== 'absent') return {};
  return { seen: !promises[promise](found, { ...test, to }), value: found };
};

/** @returns Whether the error is still there, and the value at its place; neither where a person must decide. */
export const isSeen = (test, answers) => {
  const { seen, value } = looked(test, answers);
  if (seen && test.named && !scalarsIn(answers[test.named.step]?.body).includes(test.named.was)) return {};
  // What was refused then, and is done now, may rightly show what it has done.
  if (seen && test.refused?.some((step) => answers[step] && !isRefused(answers[step]))) return {};
  return seen === undefined || (test.isOther && !seen) ? {} : { seen, value };
};
