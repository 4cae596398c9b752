/** The one way in which text from elsewhere enters HTML, SVG and XML: as text, in which nothing acts and nothing hides. */

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** What turns the direction of writing, or cannot be seen, is left out; so is what no XML may hold (XML 1.0, §2.2). */
const unseen = /[\p{Cf}\p{Cs}\ufffe\uffff]|(?![\n\t])\p{Cc}/gu;

export const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replace(unseen, '')
    .replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
