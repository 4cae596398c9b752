/** Colour that is decided once, by the caller, and never by looking at the environment. */
import { styleText } from 'node:util';

export type Style = Parameters<typeof styleText>[0];
export type Paint = (style: Style, text: string) => string;

export const paintWith = (color: boolean): Paint =>
  color ? (style, text) => styleText(style, text, { validateStream: false }) : (_, text) => text;
