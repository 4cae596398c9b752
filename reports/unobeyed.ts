/** Whatever is printed, no pipeline obeys what a service says in it. */

/** `##[error]` and `##vso[…]`: Azure and TeamCity look for them anywhere in a line. */
const anywhere = /#(?=#(?:\[|vso\[|teamcity\[))/gi;
/** `::error::`: GitHub looks for it at the start of a line, behind spaces, too. Ours have none before them. */
const indented = /^([^\S\n]+:)(?=:)/gm;

export const unobeyed = (text: string): string => text.replace(anywhere, '# ').replace(indented, '$1 ');

/** Of JSON, which is read as the same value. */
export const unobeyedJson = (text: string): string => text.replace(anywhere, '\\u0023');
