/** Speaks the language that was chosen, or the one the system prefers. */
import { activeMessages, chooseLanguage, type Language, type LanguageSetting } from './language.ts';

export interface LocaleSetterOptions {
  setting: () => LanguageSetting;
  /** BCP 47 tags, the most wanted first. */
  preferred: () => readonly string[];
  onChange: () => void;
}

export function createLocaleSetter({ setting, preferred, onChange }: LocaleSetterOptions) {
  let now: Language = 'en';
  return {
    spoken: () => now,

    /** Looks what is wanted and speaks it once it is there; English is there at once. */
    async choose(): Promise<void> {
      const wanted = chooseLanguage(setting(), preferred());
      if (wanted === now) return;
      const words = wanted === 'de' ? (await import('./de/main.ts')).german : {};
      // Chosen otherwise meanwhile: that one counts.
      if (chooseLanguage(setting(), preferred()) !== wanted) return;
      now = wanted;
      activeMessages.speak(words);
      onChange();
    },
  };
}
