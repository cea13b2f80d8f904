/** The language of the terminal. */
import { afterEach, describe, expect, test } from 'vitest';
import { readCommandLine } from '../../../electron/cli/args.ts';
import { createTerminalLanguage, terminalLanguages } from '../../../electron/cli/terminal-language.ts';
import { activeMessages } from '../../../shared/i18n/language.ts';

afterEach(() => activeMessages.set({}));

describe('from the environment', () => {
  test.each([
    [{ LANG: 'de_DE.UTF-8' }, ['de_DE.UTF-8']],
    [{ LANG: 'de_DE.UTF-8', LC_MESSAGES: 'en_GB.UTF-8' }, ['en_GB.UTF-8']],
    [{ LANG: 'de_DE.UTF-8', LC_MESSAGES: 'de_DE.UTF-8', LC_ALL: 'fr_FR.UTF-8' }, ['fr_FR.UTF-8']],
    [{ LANG: 'en_GB.UTF-8', LANGUAGE: 'de_AT:de:en' }, ['de_AT', 'de', 'en', 'en_GB.UTF-8']],
    // Scripts set C to get stable output.
    [{ LANG: 'de_DE.UTF-8', LC_ALL: 'C', LANGUAGE: 'de' }, []],
    [{ LANG: 'C.UTF-8', LANGUAGE: 'de' }, []],
    [{ LANG: '', LC_ALL: '' }, ['pt-BR']],
    [{}, ['pt-BR']],
  ])('%j: %j', (env, tags) => {
    expect(terminalLanguages(env, 'pt-BR')).toEqual(tags);
  });
});

test('errors of the command line are in that language unless the settings choose another', async () => {
  const said = () => readCommandLine(['begin']).invocation;
  const speak = createTerminalLanguage({ LANG: 'de_DE.UTF-8' });
  await speak('system');
  expect(said()).toEqual({ do: 'wrong', text: 'Den Befehl „begin“ gibt es nicht.' });
  await speak('en');
  expect(said()).toEqual({ do: 'wrong', text: 'There is no command “begin”.' });
  await speak('de');
  expect(said()).toEqual({ do: 'wrong', text: 'Den Befehl „begin“ gibt es nicht.' });
});
