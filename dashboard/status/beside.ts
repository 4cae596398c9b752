/** What stands beside the page: its style, in the colours of the dashboard, and its icon. */
import { fileURLToPath } from 'node:url';
import { assetOf } from '../assets.ts';

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export const style = assetOf(file('../page/colors.css'), file('status.css'));
export const icon = assetOf(file('../page/icon.svg'));
