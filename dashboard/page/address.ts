/** Addresses within the page: which view, and what was chosen in it. They can be kept, and given to somebody else. */

/** What was chosen: nothing of it is known to be right. */
export type Given = Readonly<Record<string, string | undefined>>;

export const address = (view: string, given: Given = {}): string => {
  const chosen = Object.entries(given).filter(
    (each): each is [string, string] => each[1] !== undefined && each[1] !== '',
  );
  const query = new URLSearchParams(chosen).toString();
  return `#/${view}${query === '' ? '' : `?${query}`}`;
};

export type Place = { readonly view: string; readonly id: string; readonly given: Given };

export const placeAt = (hash: string): Place => {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view = '', id = ''] = path.split('/').map(decodeURIComponent);
  return { view, id, given: Object.fromEntries(new URLSearchParams(query)) };
};

/** Chooses something else in the view that is open, from its beginning. */
export const choose = (what: string, value: string): void => {
  const { view, given } = placeAt(location.hash);
  location.hash = address(view, { ...given, after: undefined, [what]: value });
};
