/** The commands of quick add. */
import { expect, test } from 'vitest';
import { handlers } from '../../../../electron/features/quick-add/commands.ts';

test('an assistant’s text is refused while the line holds other text, which a text of the person is not', async () => {
  const shown: unknown[] = [];
  const window = { hasTyped: () => true, show: (opening: unknown) => shown.push(opening) };
  const open = handlers({} as never, { window } as never, {} as never)['quick-add.open'];
  expect(() => open({ text: 'Buy milk', onlyIfEmpty: true })).toThrow('Quick add holds other text');
  open({ text: 'Buy milk' });
  expect(shown).toEqual([{ text: 'Buy milk' }]);
  window.hasTyped = () => false;
  open({ text: 'Buy milk', accountId: 'a2', onlyIfEmpty: true });
  expect(shown[1]).toEqual({ text: 'Buy milk', accountId: 'a2' });
});
