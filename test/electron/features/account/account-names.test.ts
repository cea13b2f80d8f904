/** The names by which lines, links and command lines tell accounts apart. */
import { expect, test } from 'vitest';
import { namesOf } from '../../../../electron/features/account/account-names.ts';
import { type Known, knownAccounts } from './known-accounts.ts';

function named(...all: Known[]): Record<string, string> {
  const known = knownAccounts(all);
  const names = namesOf(known);
  return Object.fromEntries(known.map(({ id, title }) => [title, names.get(id) ?? '']));
}

const ACME = { server: 'pm.acme.example' };
const MARL = { server: 'tasks.marl.co.uk' };

test('an account is called by its site, with its host or its person where another has that too', () => {
  expect(named(ACME, MARL, { server: 'local' })).toEqual({
    'pm.acme.example Ana': 'acme',
    'tasks.marl.co.uk Ana': 'marl',
    'local Ana': 'local',
  });
  expect(named(ACME, { server: 'pm.acme.org' })).toEqual({
    'pm.acme.example Ana': 'pm.acme.example',
    'pm.acme.org Ana': 'pm.acme.org',
  });
  expect(named(ACME, { ...ACME, person: 'Mira Holm' })).toEqual({
    'pm.acme.example Ana': 'ana@acme',
    'pm.acme.example Mira Holm': 'mira@acme',
  });
  expect(named(...['127.0.0.1:5173', '127.0.0.1:5174', 'localhost:80'].map((server) => ({ server })))).toEqual({
    '127.0.0.1:5173 Ana': '127.0.0.1:5173',
    '127.0.0.1:5174 Ana': '127.0.0.1:5174',
    'localhost:80 Ana': 'localhost',
  });
  // A server may have the name that the workspace on this computer has.
  expect(named({ server: 'pm.local.example' }, { server: 'local' })).toEqual({
    'pm.local.example Ana': 'pm.local.example',
    'local Ana': 'local',
  });
  expect(named(ACME, { ...ACME, workspace: 'Design & Studio' })).toMatchObject({
    'pm.acme.example Ana': 'acme',
    'Design & Studio Ana': 'design-studio',
  });
  // Nothing that people know tells these apart.
  expect(named(ACME, { ...ACME, person: 'Ana Lima' })).toEqual({
    'pm.acme.example Ana': 'acme-0-of',
    'pm.acme.example Ana Lima': 'acme-1-of',
  });
});

test('a workspace cannot take the name of an account, or of another workspace', () => {
  const studio = { ...MARL, workspace: 'Studio' };
  expect(named(ACME, MARL, { ...MARL, workspace: 'Acme' }, studio, { ...ACME, workspace: 'studio' })).toEqual({
    'pm.acme.example Ana': 'acme',
    'tasks.marl.co.uk Ana': 'marl',
    'Acme Ana': 'acme@marl',
    'Studio Ana': 'studio@marl',
    'studio Ana': 'studio@acme',
  });
  expect(named(studio, { ...studio, person: 'Mira Holm' })).toEqual({
    'Studio Ana': 'ana@studio',
    'Studio Mira Holm': 'mira@studio',
  });
  // Without a name it has none that is empty, which a command line without one would mean.
  expect(named(MARL, { ...MARL, workspace: '' })).toEqual({ 'tasks.marl.co.uk Ana': 'marl', ' Ana': '@marl' });
});
