/** Addresses within the page: which view, and what was chosen in it. They can be kept, and given to somebody else. */

/** What was chosen: nothing of it is known to be right. */
                                                                 

export const address = (view        , given        = {})         => {
  const chosen = Object.entries(given).filter(
    (each)                           => each[1] !== undefined && each[1] !== '',
  );
  const query = new URLSearchParams(chosen).toString();
  return `#/${view}${query === '' ? '' : `?${query}`}`;
};

                                                                                          

export const placeAt = (hash        )        => {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const [view = '', id = ''] = path.split('/').map(decodeURIComponent);
  return { view, id, given: Object.fromEntries(new URLSearchParams(query)) };
};

/** Chooses something else in the view that is open, from its beginning. */
export const choose = (what        , value        )       => {
  const { view, given } = placeAt(location.hash);
  location.hash = address(view, { ...given, after: undefined, [what]: value });
};
