/**
 * Language data for parsing dates: words before a date, phrases that are no due date, and corrections to chrono-node. Used by
 * find-dates.ts.
 */
import { addDays, startOfWeek } from 'date-fns';

/** A phrase that chrono-node does not know; it returns a date, a time or both. */
interface Phrase {
  pattern: RegExp;
  day?: (match: RegExpMatchArray, now: Date) => Date | null;
  time?: (match: RegExpMatchArray) => { hour: number; minute: number } | null;
  /** The morning of the day before it, at the hour that follows it if there is one. */
  isMorning?: true;
}

/** The fields that dates set. A date with no words of another field before it is the due date. */
export const DATE_FIELDS = ['startDate', 'dueDate'] as const;
export type DateField = (typeof DATE_FIELDS)[number];

export interface Language {
  /** Words before a date that belong to it: "by Friday", "from Monday". They match the end of the preceding text, with its spaces. */
  leads?: Partial<Record<DateField, RegExp>>;
  /** The word before a start date when a line is written. */
  startWord?: string;
  /** Words that chrono-node takes for a date or a part of one: it reads "from 3 Dec" as three o'clock, and "so" as Sunday. */
  hidden?: RegExp;
  /** Words between the two dates of a period: "from Monday to Friday". */
  between?: RegExp;
  /** Words after a date that belong to it. */
  tail?: RegExp;
  /** Texts that chrono-node reads as dates but that are no due date: "now", "2 weeks", "last Friday". */
  never?: RegExp;
  /** Nouns that are a time only after the words of a due date: "at night", but not "night mode". */
  onlyAfterLead?: RegExp;
  /** Words before a date after which it is no due date: "since Monday". */
  neverAfter?: RegExp;
  phrases?: readonly Phrase[];
}

const inDays =
  (days: number) =>
  (_: RegExpMatchArray, now: Date): Date =>
    addDays(now, days);

/** The number in the first group. */
const daysTimes =
  (each: number) =>
  (match: RegExpMatchArray, now: Date): Date | null => {
    const count = Number(match[1]);
    return count <= 1000 ? addDays(now, count * each) : null;
  };

/** 17h, 17h30, 17:30: hour and minute in the first two groups. */
function clock(match: RegExpMatchArray): { hour: number; minute: number } | null {
  const hour = Number(match[1]);
  const minute = Number(match[2] ?? 0);
  return hour <= 23 && minute <= 59 ? { hour, minute } : null;
}

const LETTER_BEFORE = '(?<![\\p{L}\\p{N}])';
const LETTER_AFTER = '(?![\\p{L}\\p{N}])';

const phrase = (words: string): RegExp => new RegExp(`${LETTER_BEFORE}(?:${words})${LETTER_AFTER}`, 'iu');
const lead = (words: string): RegExp => new RegExp(`${LETTER_BEFORE}(?:(?:${words})\\s+)+$`, 'iu');
/** `articles` may follow: "from the 3rd". "from" works in every language, as plain English dates do. */
const startLead = (words = 'from', articles = 'the'): RegExp =>
  new RegExp(`${LETTER_BEFORE}(?:${words}|from)\\s+(?:(?:${articles})\\s+)*$`, 'iu');
const between = (words: string): RegExp => new RegExp(`\\s+(?:${words})\\s+`, 'iu');
const only = (...texts: string[]): RegExp => new RegExp(`^(?:${texts.join('|')})$`, 'iu');
const hidden = (...words: string[]): RegExp =>
  new RegExp(words.map((word) => `${LETTER_BEFORE}${word}${LETTER_AFTER}`).join('|'), 'gu');

/** 1:1 and 16:9, unlike 9:05. */
const RATIO = '(?<!:)\\d{1,2}:\\d(?!:)';
/** The number of a page, a chapter or the like, but no day as in a formatted line: 2026-12-01. */
const numberAfter = (words: string): string =>
  `(?<=${LETTER_BEFORE}(?:${words})\\s)(?!\\d{4})\\d[\\d.:/–-]*(?:\\sà\\s\\d+)?`;
/** The word before a number that counts something: "um" in "um 5 Prozent". */
const beforeAmount = (word: string, units: string): string =>
  `${word}(?=\\s+\\d[\\d.,]*\\s*(?:[%€$£°]|(?:${units})${LETTER_AFTER}))`;

const GERMAN_DAYS = '(?<!\\p{L})(?:(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|mo|di|mi|do|fr|sa|so),?';
const GERMAN_UNITS =
  'Prozent|Euro|Cent|Grad|[Pp]ixel|px|Punkte?|Sekunden?|Minuten?|Stunden?|Tage?|Wochen?|Monate?|Jahre?|Stellen?|Plätze|Leute|Personen|Zeilen?|Seiten?|[kcm]?m|k?g|[GM]B|erhöhen|erweitern|kürzen|reduzieren|senken|verlängern';
/** A weekday before a time is one, whatever else the word means. */
const NO_TIME = '(?!,?\\s+(?:um\\s+)?\\d{1,2}(?:[.:]\\d|h|\\s*Uhr))';
const NO_FRENCH_TIME = '(?!\\.?\\s+(?:à\\s+)?\\d{1,2}\\s*[h:])';

const JAPANESE_WEEK = '月火水木金土日';

export const LANGUAGES: Readonly<Record<string, Language>> = {
  en: {
    leads: {
      startDate: startLead('starting(?: from| on)?|as of', 'the'),
      dueDate: lead('due|by|on|before|until|till|at|for|the'),
    },
    hidden: hidden(
      '[Ff]rom(?=\\s+\\d)',
      '(?<=[Ll]ook(?:ing|s)?\\s)at(?=\\s+\\d)',
      beforeAmount('[Aa]t', 'percent'),
      numberAfter('[Pp]ages?|[Pp]arts?|[Cc]hapters?|[Rr]ows?|[Ll]ines?|[Rr]ooms?|[Rr]atio'),
      '[Ss]un(?=\\s+(?:cream|hat|lotion|protection))',
    ),
    between: between('to|until|till|through'),
    never: only(
      'now',
      '(?:last|past|previous|this past)\\s.*',
      // Durations: only "in 2 weeks", "2 weeks from now" and their like are dates.
      '(?:for|about|around|~)?\\s*(?:an?|the|\\d[\\d.,]*|half(?: an?)?|one|two|three|four|five|six|seven|eight|nine|ten|few|a few|several|[-+]\\d+)\\s*(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|wks?|weeks?|mos?|months?|quarters?|y|yrs?|years?)(?:\\s*,?\\s*\\d+\\s*(?:m|mins?|minutes?|h|hrs?|hours?|d|days?))*',
      '(?:from\\s+)?\\d{1,2}\\s*(?:to|-|–)\\s*\\d{1,2}',
      '24/7',
      // Room 12 A
      '\\d{1,2}\\s+[ap]',
      '(?:the\\s+)?next\\s+\\S+\\s+(?:days|weeks|months|years)',
    ),
    onlyAfterLead: only('morning', 'afternoon', 'evening', 'night'),
    // Black Friday and Good Friday are names.
    neverAfter: lead(
      'since|after|ago|(?:minutes?|hours?|days?|weeks?|months?|years?) from|last|each|every(?: other)?|black|good|cyber|easter|ash|palm|shrove|giving',
    ),
    phrases: [
      { pattern: phrase('(?:the )?day after tomorrow'), day: inDays(2) },
      { pattern: phrase('eod|end of (?:the )?day'), day: inDays(0) },
    ],
  },
  de: {
    startWord: 'ab',
    leads: { startDate: startLead('ab', 'dem|den'), dueDate: lead('fällig|bis|zum|am|vor|um|spätestens|für|den|dem') },
    between: between('bis(?: zum| am)?'),
    hidden: hidden(
      `(?<!(?:(?<!I\\s)am|bis|diesen|nächsten)\\s|[–-])(?:so|do|MO|DI|MI|DO|FR|SA|SO)(?![–-])${NO_TIME}`,
      // At the start of a sentence these are seldom weekdays.
      '[SD]o(?<=(?:^|[.:!?])[^\\p{L}\\p{N}]*..)(?=\\s+(?!um\\s|Vormittag|Mittag|Nachmittag|Abend)\\p{L})',
      '(?<=[Tt]o\\s)Do',
      // Frau Müller; a time of day follows a weekday.
      '(?<!(?:[Aa]m|[Aa]b|[Bb]is|diesen|nächsten)\\s)Fr(?=\\.\\s+(?!Morgen|Früh|Vormittag|Mittag|Nachmittag|Abend|Nacht)\\p{Lu}\\p{Ll})',
      RATIO,
      '(?<!(?:[Uu]m|in|ab|bis|vor|gegen)\\s|[.,])\\d{1,3}(?:h(?:\\d{1,2}m)?|m|s)',
      beforeAmount('[Uu]m', GERMAN_UNITS),
      numberAfter('Seiten?|Teile?|Kapitel|Abschnitte?|Punkte?|Zeilen?|Version|Maßstab|Verhältnis|Format'),
      // "am" is no part of a time here, and a morning is not tomorrow.
      '(?<=\\d\\s)am',
      '(?<=[Aa]m\\s)[Mm]orgen',
    ),
    never: only(
      'jetzt',
      '(?:letzt|vorig|vergangen)\\S*\\s.*',
      '(?:für|während|vor)\\s.*',
      'in\\s+(?:a|j|h|std|sek|min|sekunden?|minuten?|stunden?|tag(?:en)?|wochen?|monat(?:en)?|jahr(?:en)?)(?:\\s+\\d+)?',
      '(?:nächste|kommende|folgende)\\S*\\s+(?:\\S+\\s+)?(?:sekunden|minuten|stunden|tagen?|wochen|monaten?|jahren?)',
      '(?:von\\s+)?\\d{1,2}\\s*(?:-|–|bis)\\s*\\d{1,2}',
      'von\\s+\\d{1,2}(?:[.:]\\d{1,2})?(?:\\s*Uhr)?|um\\s+\\d{3,}',
      '\\d{1,2}\\s+[ap]',
      // A German day has a full stop after the number: 24/7 and 1/2 are none.
      '\\d{1,2}/\\d{1,2}',
    ),
    onlyAfterLead: only('vormittag', 'mittag', 'nachmittag', 'abend', 'nacht'),
    neverAfter: lead('seit|nach|vom|von|rund|jed\\S*|gute\\S?|letzt\\S*|vorig\\S*|vergangen\\S*'),
    phrases: [
      { pattern: new RegExp(`(?<=${GERMAN_DAYS})\\s+morgen${LETTER_AFTER}`, 'iu'), isMorning: true },
      // After a token or a second space chrono-node takes the word for a time of day.
      { pattern: new RegExp(`(?<!${GERMAN_DAYS})\\s+morgen${LETTER_AFTER}`, 'iu'), day: inDays(1) },
      { pattern: new RegExp(`(?<=${GERMAN_DAYS}|heute|morgen)\\s+früh${LETTER_AFTER}`, 'iu'), isMorning: true },
      {
        pattern: /(?<![\d.])(\d{1,2})\.\s?(\d{1,2})\.(?!\d)/,
        day: (match, now) => comingDay(Number(match[1]), Number(match[2]), now),
      },
    ],
  },
  fr: {
    leads: {
      startDate: startLead('à partir d[eu]', 'le'),
      dueDate: lead("pour|avant|le|d'ici|d’ici|au|à|jusqu'à|jusqu’à|dès|échéance"),
    },
    hidden: hidden(
      `(?:[Jj]eu|[Mm]er|Sam)${NO_FRENCH_TIME}`,
      RATIO,
      '\\d{1,3}(?:[ms]|h(?=\\s+(?:de|par)\\s))',
      beforeAmount('[Àà]', 'pour cent|euros?|personnes?|mains?|pages?|mètres?|jours?|points?'),
      numberAfter('[Pp]ages?|[Pp]arties?|[Cc]hapitres?|[Ll]ignes?|[Ss]alles?|[Vv]ersion|[Ff]ormat'),
    ),
    never: only(
      'maintenant',
      '.*\\s(?:dernier|dernière|passé|passée)',
      '(?:de|pour|pendant|les)\\s.*',
      'à\\s+(?:\\d{3,}|\\d+\\.\\d+)',
      '(?:à\\s+)?\\d{1,2}(?:\\.\\d{1,2})?\\s*(?:-|–|à)\\s*\\d{1,2}(?:\\.\\d{1,2})?',
      '\\d{1,2}\\s+[ap]',
      '24/7',
    ),
    onlyAfterLead: only('matin', 'après-midi', 'aprem', 'soir'),
    neverAfter: lead('depuis|après|dès|chaque'),
    phrases: [{ pattern: phrase('après[- ]demain'), day: inDays(2) }],
  },
  nl: {
    startWord: 'vanaf',
    leads: { startDate: startLead('vanaf', 'de'), dueDate: lead('voor|tegen|op|om|uiterlijk|tot|de') },
    never: only('nu|(?:vorige|afgelopen)\\s.*'),
    neverAfter: lead('sinds|na|van|vorige|afgelopen'),
    phrases: [{ pattern: phrase('overmorgen'), day: inDays(2) }],
  },
  pt: {
    leads: {
      startDate: startLead('a partir d[aeo]', 'o|a'),
      dueDate: lead('até|para|antes de|em|no|na|às|à|ao|o|próximo|próxima|pra'),
    },
    never: only('agora|a \\d{1,2}|.*\\s(?:passado|passada)'),
    neverAfter: lead('desde|depois de|após'),
    phrases: [
      { pattern: phrase('depois de amanhã'), day: inDays(2) },
      { pattern: phrase('(?:em|daqui a|dentro de) (\\d{1,4}) dias?'), day: daysTimes(1) },
      { pattern: phrase('(?:em|daqui a|dentro de) (\\d{1,4}) semanas?'), day: daysTimes(7) },
      { pattern: phrase('(?:(?:às|as) )?(\\d{1,2})h(\\d{2})?'), time: clock },
    ],
  },
  es: {
    leads: { startDate: startLead('a partir del?', 'el'), dueDate: lead('para|antes del?|hasta|el|en|a las?|del?') },
    never: only('ahora|(?:de |por |durante )?\\d+\\s.*|.*\\s(?:pasado|pasada)|(?:último|última)\\s.*'),
    neverAfter: lead('desde|después del?|tras'),
    phrases: [
      { pattern: phrase('pasado mañana'), day: inDays(2) },
      { pattern: phrase('(?:la )?(?:próxima semana|semana que viene)'), day: inDays(7) },
    ],
  },
  it: {
    leads: { dueDate: lead('entro|per|il|prima di|alle|fino a') },
    never: only('adesso|ora|.*\\sscors[oa]'),
    neverAfter: lead('da|dal|dopo'),
  },
  ja: {
    tail: /^(?:までに|まで|に|の)/u,
    never: only('今|先週.*|先月.*|前の.*'),
    phrases: [
      { pattern: /明後日|あさって/u, day: inDays(2) },
      { pattern: /(\d{1,4})日後/u, day: daysTimes(1) },
      { pattern: /(\d{1,4})週間後/u, day: daysTimes(7) },
      { pattern: /来週(?!の?[月火水木金土日]曜?日?)/u, day: inDays(7) },
      {
        pattern: /来週の?([月火水木金土日])曜日?/u,
        day: (match, now) =>
          addDays(startOfWeek(now, { weekStartsOn: 1 }), 7 + JAPANESE_WEEK.indexOf(match[1] ?? JAPANESE_WEEK)),
      },
    ],
  },
  sv: {
    leads: {
      startDate: startLead('från(?: och med)?|fr\\.?o\\.?m\\.?', 'den'),
      dueDate: lead('senast|till|på|den|innan|före'),
    },
    phrases: [
      { pattern: phrase('i ?morgon'), day: inDays(1) },
      { pattern: phrase('i ?övermorgon'), day: inDays(2) },
      { pattern: phrase('om (\\d{1,4}) dagar'), day: daysTimes(1) },
      { pattern: phrase('(?:(?:kl|klockan)\\.? ?)?(\\d{1,2})[:.](\\d{2})'), time: clock },
    ],
  },
  zh: { phrases: [{ pattern: /后天|後天/u, day: inDays(2) }] },
};

const START = startLead();

export const leadOf = (field: DateField, { leads }: Language): RegExp | undefined =>
  leads?.[field] ?? (field === 'startDate' ? START : undefined);

/** What a line has before a date, so that the date sets this field. */
export const writtenLead = (field: DateField, locale: string): string =>
  field === 'dueDate' ? '' : `${LANGUAGES[languageOf(locale).language]?.startWord ?? 'from'} `;

/** The next day of this name; null if there is none. */
function comingDay(day: number, month: number, now: Date): Date | null {
  for (let year = now.getFullYear(); year <= now.getFullYear() + 8; year += 1) {
    const date = new Date(year, month - 1, day, 23, 59, 59, 999);
    if (date.getMonth() === month - 1 && date.getDate() === day && date >= now) return date;
  }
  return null;
}

const PLAIN_DAY = /^(?:today|tonight|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day|days?|weeks?)$/;
const BESIDE_DAY = /^(?:at|by|from|starting|on|due|until|before|in|next|this|the|after|am|pm|a|one|two|three)$/;

/** English dates that mean nothing in another language: "tomorrow", "next Friday 5pm", "in 3 days". */
export function isPlainEnglish(text: string): boolean {
  const found = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return (
    found.some((word) => PLAIN_DAY.test(word)) && found.every((word) => PLAIN_DAY.test(word) || BESIDE_DAY.test(word))
  );
}

export function languageOf(locale: string): { language: string; region: string } {
  try {
    const { language, region } = new Intl.Locale(locale).maximize();
    return { language, region: region ?? '' };
  } catch {
    return { language: 'en', region: 'GB' };
  }
}
