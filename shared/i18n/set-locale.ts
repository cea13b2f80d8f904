/** Speaks the language that was chosen, or the one the system prefers. */
import { chooseLanguage, type Language, type LanguageSetting, spoken } from './language.ts';

export interface SpeakerOptions {
  setting: () => LanguageSetting;
  /** BCP 47 tags, the most wanted first. */
  preferred: () => readonly string[];
  onChange: () => void;
}

export function createSpeaker({ setting, preferred, onChange }: SpeakerOptions) {
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
      spoken.speak(words);
      onChange();
    },
  };
}
