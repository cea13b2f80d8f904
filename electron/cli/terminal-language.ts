/** The language for a terminal: from the settings, or from its environment. */
import type { LanguageSetting } from '../../shared/i18n/language.ts';
import { createLocaleSetter } from '../../shared/i18n/set-locale.ts';

/**
 * Follows GNU gettext: LC_ALL before LC_MESSAGES before LANG, and LANGUAGE before all of them unless the locale is C, which means
 * English. `locale` is the runtime's, for systems without such variables. Pure.
 */
export function terminalLanguages(env: NodeJS.ProcessEnv, locale: string): string[] {
  const set = env.LC_ALL || env.LC_MESSAGES || env.LANG || locale;
  if (/^(C|POSIX)\b/.test(set)) return [];
  return [...(env.LANGUAGE ?? '').split(':').filter((tag) => tag !== ''), set];
}

export type SetTerminalLanguage = (setting: LanguageSetting) => Promise<void>;

export function createTerminalLanguage(env: NodeJS.ProcessEnv): SetTerminalLanguage {
  const preferred = terminalLanguages(env, Intl.DateTimeFormat().resolvedOptions().locale);
  let setting: LanguageSetting = 'system';
  const localeSetter = createLocaleSetter({
    setting: () => setting,
    preferred: () => preferred,
    onChange: () => undefined,
  });
  return async (chosen) => {
    setting = chosen;
    await localeSetter.choose();
  };
}
