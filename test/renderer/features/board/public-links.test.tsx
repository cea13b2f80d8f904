/** Links of a task on a public board: https pages open, other addresses can only be copied. */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { PublicLinks } from '../../../../renderer/features/board/public-links.tsx';

const ACTIONS = { open: () => undefined, copy: () => undefined };

const shown = (url: string) => renderToStaticMarkup(<PublicLinks of={[{ title: 'Plan', url }]} actions={ACTIONS} />);

test('an encrypted page opens', () => {
  expect(shown('https://example.org/plan')).toContain('role="link"');
});

test('a page that is not encrypted is copied', () => {
  expect(shown('http://example.org/plan')).not.toContain('role="link"');
  expect(shown('http://example.org/plan')).toContain('Copy the address http://example.org/plan');
});
