import { expect, test } from 'vitest';
import { splitLines } from '../../../shared/quick-add/parser.ts';

test.each<[string, string[]]>([
  ['', []],
  [' \n\t\n', []],
  ['One', ['One']],
  ['One\n', ['One']],
  ['* One', ['* One']],
  ['One\nTwo', ['One', 'Two']],
  ['One\r\nTwo\rThree\u2028Four', ['One', 'Two', 'Three', 'Four']],
  ['- One\n- Two', ['One', 'Two']],
  ['* One\n\n  * Two', ['One', 'Two']],
  ['- [ ] One\n- [x] Two\n[ ] Three\n[] Four', ['One', 'Two', 'Three', 'Four']],
  ['1. One\n2) Two\n10. Ten', ['One', 'Two', 'Ten']],
  ['1. April newsletter\n2. May newsletter', ['April newsletter', 'May newsletter']],
  ['• One\n◦ Two\n– Three\n— Four', ['One', 'Two', 'Three', 'Four']],
  ['+ One\n+label two', ['One', '+label two']],
  ['Title\n-----\n- One', ['Title', 'One']],
  ['-5 degrees\n3.5 inches\n2026 plan', ['-5 degrees', '3.5 inches', '2026 plan']],
  ['- #fin One\n- @me Two', ['#fin One', '@me Two']],
  ['- \n- Two', ['Two']],
])('%j', (text, lines) => expect(splitLines(text, 'en-GB')).toEqual(lines));

test.each<[string, string[]]>([
  ['1. Mai: Fest\n24. Dezember Geschenke\n- 3. Okt. frei', ['1. Mai: Fest', '24. Dezember Geschenke', '3. Okt. frei']],
  ['1. Maier anrufen\n2. Junge Leute\n3) Mai planen', ['Maier anrufen', 'Junge Leute', 'Mai planen']],
  ['1. Januar-Abrechnung\n2. Februar-Abrechnung', ['Januar-Abrechnung', 'Februar-Abrechnung']],
])('in German %j', (text, lines) => expect(splitLines(text, 'de-DE')).toEqual(lines));
