/** In which language a terminal is spoken to: the one its environment asks for, unless another one is chosen in the settings. */
import type { LanguageSetting } from '../../shared/i18n/language.ts';
import { createLocaleSetter } from '../../shared/i18n/set-locale.ts';

/**
 * As GNU's gettext reads it: LC_ALL before LC_MESSAGES before LANG, and LANGUAGE before all of them unless they ask for C, which
 * is English. `locale` is the runtime's, for systems without such variables. Pure.
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
  const speaker = createLocaleSetter({ setting: () => setting, preferred: () => preferred, onChange: () => undefined });
  return async (wanted) => {
    setting = wanted;
    await speaker.choose();
  };
}
