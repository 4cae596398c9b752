/** Services whose clocks disagree, with each lever and each oddity of tokens: nothing is blamed, and logins stay few. */
import { gatesWithClocksApart } from '../unit/engine/disagreeing-clocks.ts';

gatesWithClocksApart({ levers: ['worlds', 'one clock', 'none'], alone: false });
