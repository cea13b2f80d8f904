/**
 * `node build/messages.mjs`: compiles the message catalogs (shared/i18n/*.json, ICU MessageFormat; docs/messages.md) into typed
 * functions, shared/i18n/generated/. Whatever type-checks, bundles or tests the sources calls it first; it takes a tenth of a second.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { isMain, root, runScript, StopError } from './run.mjs';

/** @typedef {import('@formatjs/icu-messageformat-parser').MessageFormatElement} Element */
/** @typedef {string | { [key: string]: Tree }} Tree */
/** @typedef {'number' | 'boolean' | 'string' | 'string | null' | `'${string}`} ArgumentType */
/** @typedef {{ type: ArgumentType, isPrinted: boolean }} Argument */
/** @typedef {{ elements: Element[], args: Map<string, Argument> }} Message */
/** @typedef {{ [key: string]: Message | Compiled }} Compiled */

const catalogs = join(root, 'shared', 'i18n');

/**
 * The BCP 47 tag of a language's plurals and numbers, as in shared/i18n/locale-en.ts.
 * @param {string} language
 */
const tagOf = (language) => (language === 'en' || language === 'qps' ? 'en-GB' : language);

/** What each process loads of a language other than English, and the locale's date formats. */
const PROCESSES = {
  'main-process': ['dates', 'settings', 'quickAdd', 'reminders', 'report', 'main'],
  renderer: [
    'dates',
    'settings',
    'quickAdd',
    'reminders',
    'window',
    'timerForms',
    'entry',
    'taskList',
    'unreadable',
    'questions',
    'board',
    'taskPage',
    'projectPage',
    'serverPage',
    'timePage',
    'fillGap',
    'reportPage',
    'timesheetPage',
    'timeRulesPage',
    'outboxPage',
    'palette',
    'keysPage',
    'quickAddPage',
    'settingsPage',
    'sourcesPage',
    'assistantsPage',
    'signInPage',
  ],
};

/** A group with these messages is an error: one function returns all of them, for callers always show them together. */
const ERROR_PARTS = ['title', 'explanation', 'nextStep'];

/** @param {string} [folder] where the catalogs are */
export function compileMessages(folder = catalogs) {
  const generated = join(folder, 'generated');
  const sources = readdirSync(folder).filter((name) => name.endsWith('.json'));
  /** @type {string[]} */
  const mistakes = [];
  /** @param {string} language */
  const read = (language) => readCatalog(join(folder, `${language}.json`), mistakes);
  const english = read('en');
  /** @type {Map<string, string>} */
  const files = new Map();
  /** @type {string[]} */
  const translations = [];
  for (const language of [
    'en',
    ...sources.map((name) => name.slice(0, -'.json'.length)).filter((name) => name !== 'en'),
    'qps',
  ]) {
    const catalog = language === 'en' ? english : language === 'qps' ? pseudo(english) : read(language);
    if (language !== 'en' && language !== 'qps') compare(catalog, english, `${language}.json`, mistakes);
    for (const [section, messages] of Object.entries(catalog)) {
      if (isMessage(messages)) mistakes.push(`${language}.json: ${section} is a message, not a section`);
      else files.set(join(language, `${kebab(section)}.ts`), sectionModule(language, section, messages));
      if (!Object.values(PROCESSES).some((sections) => sections.includes(section)))
        mistakes.push(`${language}.json: no process loads ${section}`);
    }
    if (language !== 'en') translations.push(language);
    for (const [name, sections] of Object.entries(PROCESSES))
      files.set(`${name}-${language}.ts`, processModule(language, sections));
  }
  for (const section of Object.keys(english)) files.set(`${kebab(section)}.ts`, liveModule(section));
  for (const name of Object.keys(PROCESSES)) files.set(`${name}.ts`, loaderModule(name, translations));
  files.set('sections.ts', sectionsModule(Object.keys(english)));
  if (mistakes.length > 0) throw new StopError(mistakes.map((line) => `shared/i18n/${line}`).join('\n'));
  writeChanged(generated, files);
}

/** @param {string} name */
const kebab = (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * A file that stays the same keeps its time, so that watchers and incremental builds do nothing.
 * @param {string} folder
 * @param {Map<string, string>} files
 */
function writeChanged(folder, files) {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.ts') && !files.has(name)) rmSync(join(folder, name));
  }
  for (const [name, text] of files) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    let before = '';
    try {
      before = readFileSync(path, 'utf8');
    } catch {
      // Not written yet.
    }
    if (before !== text) writeFileSync(path, text);
  }
}

/**
 * @param {string} path
 * @param {string[]} mistakes
 * @returns {Compiled}
 */
function readCatalog(path, mistakes) {
  const file = relative(dirname(path), path);
  /** @type {Tree} */
  const tree = JSON.parse(readFileSync(path, 'utf8'));
  /**
   * @param {{ [key: string]: Tree }} group
   * @param {string} at
   * @returns {Compiled}
   */
  const walk = (group, at) => {
    /** @type {Compiled} */
    const compiled = {};
    for (const [key, value] of Object.entries(group)) {
      const here = at === '' ? key : `${at}.${key}`;
      if (key.startsWith('@')) {
        // "@key": { "description": "…" } tells translators what `key` is.
        if (!(key.slice(1) in group)) mistakes.push(`${file}: ${here} describes a message that does not exist`);
      } else if (typeof value === 'string') {
        const message = readMessage(value, (why) => mistakes.push(`${file}: ${here}: ${why}`));
        if (message !== undefined) compiled[key] = message;
      } else compiled[key] = walk(value, here);
    }
    return compiled;
  };
  return walk(/** @type {{ [key: string]: Tree }} */ (tree), '');
}

/**
 * @param {string} text
 * @param {(why: string) => void} mistake
 * @returns {Message | undefined}
 */
function readMessage(text, mistake) {
  try {
    const elements = parse(text, { ignoreTag: true, requiresOtherClause: true });
    return { elements, args: argumentsOf(elements) };
  } catch (error) {
    mistake(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

/**
 * The arguments of a message, with the types that their use asks for.
 * @param {Element[]} elements
 */
function argumentsOf(elements) {
  /** @type {Map<string, { isText: boolean, isNumber: boolean, isPrinted: boolean, keys: Set<string> }>} */
  const uses = new Map();
  /** @param {string} name */
  const use = (name) => {
    const known = uses.get(name) ?? { isText: false, isNumber: false, isPrinted: false, keys: new Set() };
    uses.set(name, known);
    return known;
  };
  /**
   * @param {Element[]} list
   * @param {string} counted the argument of the plural around it
   */
  const visit = (list, counted) => {
    for (const element of list) {
      switch (element.type) {
        case TYPE.literal:
          break;
        case TYPE.pound:
          use(counted).isPrinted = true;
          break;
        case TYPE.argument:
          Object.assign(use(element.value), { isText: true, isPrinted: true });
          break;
        case TYPE.number:
          if (element.style)
            throw new Error(`{${element.value}} has a style; format the number before and pass it in as text`);
          Object.assign(use(element.value), { isNumber: true, isPrinted: true });
          break;
        case TYPE.plural:
          if (element.offset !== 0 || element.pluralType === 'ordinal')
            throw new Error(`{${element.value}}: offset and ordinals are not supported`);
          use(element.value).isNumber = true;
          for (const option of Object.values(element.options)) visit(option.value, element.value);
          break;
        case TYPE.select:
          for (const [key, option] of Object.entries(element.options)) {
            if (key !== 'other') use(element.value).keys.add(key);
            visit(option.value, counted);
          }
          break;
        default:
          throw new Error('dates and times are formatted with shared/i18n/format-dates.ts and passed in as text');
      }
    }
  };
  visit(elements, '');
  return new Map([...uses].map(([name, found]) => [name, { type: typeOf(name, found), isPrinted: found.isPrinted }]));
}

/**
 * @param {string} name
 * @param {{ isText: boolean, isNumber: boolean, keys: Set<string> }} use
 * @returns {ArgumentType}
 */
function typeOf(name, { isText, isNumber, keys }) {
  if (isNumber && isText) throw new Error(`{${name}} is text here and a number there; print it as {${name}, number}`);
  if (isNumber && keys.size > 0) throw new Error(`{${name}} cannot be a number and select a form by name`);
  if (isNumber) return 'number';
  if (keys.has('null')) return 'string | null';
  if (keys.size === 0 || isText) return 'string';
  if ([...keys].every((key) => key === 'true' || key === 'false')) return 'boolean';
  return /** @type {ArgumentType} */ ([...keys, 'other'].map((key) => `'${key}'`).join(' | '));
}

/**
 * A translation has the keys and the arguments of English. An argument that only selects a form may stay unused: another language
 * may not need it.
 * @param {Compiled} catalog
 * @param {Compiled} english
 * @param {string} file
 * @param {string[]} mistakes
 */
function compare(catalog, english, file, mistakes, at = '') {
  for (const key of Object.keys(catalog)) {
    if (!(key in english)) mistakes.push(`${file}: ${at}${key} is not in en.json`);
  }
  for (const [key, original] of Object.entries(english)) {
    const here = `${at}${key}`;
    const translation = catalog[key];
    if (translation === undefined) mistakes.push(`${file}: ${here} is missing`);
    else if (isMessage(original) !== isMessage(translation)) {
      mistakes.push(`${file}: ${here} is ${isMessage(original) ? 'a message' : 'a group'} in en.json`);
    } else if (isMessage(original) && isMessage(translation)) {
      for (const [name, { type }] of translation.args) {
        const expected = original.args.get(name);
        if (expected === undefined) mistakes.push(`${file}: ${here}: en.json has no argument {${name}}`);
        else if (!fits(type, expected.type))
          mistakes.push(`${file}: ${here}: {${name}} is ${type} here and ${expected.type} in en.json`);
      }
      for (const [name, { isPrinted }] of original.args) {
        if (isPrinted && !translation.args.has(name))
          mistakes.push(`${file}: ${here}: the argument {${name}} is missing`);
      }
    } else if (!isMessage(original) && !isMessage(translation))
      compare(translation, original, file, mistakes, `${here}.`);
  }
}

/**
 * @param {ArgumentType} used
 * @param {ArgumentType} given
 */
const fits = (used, given) =>
  used === given ||
  (used === 'string' && given === 'string | null') ||
  (used.startsWith("'") && used.split(' | ').every((key) => given.includes(key)));

/**
 * @param {Message | Compiled} entry
 * @returns {entry is Message}
 */
const isMessage = (entry) => entry.args instanceof Map;

const GENERATED = '// Generated by build/messages.mjs.';

/**
 * The messages of a section in one language.
 * @param {string} language
 * @param {string} section
 * @param {Compiled} messages
 */
function sectionModule(language, section, messages) {
  const body = groupCode(messages, 1);
  const helpers = ['number', 'plural'].filter((name) => new RegExp(`\\b${name}\\(`).test(body));
  const type = language === 'en' ? '' : `: typeof import('../en/${kebab(section)}.ts').messages`;
  return [
    `// Generated from ../../${language === 'qps' ? 'en' : language}.json by build/messages.mjs: edit that file.`,
    ...(helpers.length > 0
      ? [
          "import { messageFormat } from '../../message-format.ts';",
          '',
          `const { ${helpers.join(', ')} } = messageFormat('${tagOf(language)}');`,
        ]
      : []),
    '',
    `export const messages${type} = ${body};`,
    '',
  ].join('\n');
}

/**
 * The messages of a section in the language in use, as a live binding. The sections of the processes are called `messages`.
 * @param {string} section
 */
function liveModule(section) {
  const name = section === 'main' || section === 'window' ? 'messages' : `${section}Messages`;
  return [
    GENERATED,
    `import { messages as english } from './en/${kebab(section)}.ts';`,
    "import { activeMessages } from '../language.ts';",
    '',
    '/** In the language in use: read them when they are shown, never before. */',
    `export let ${name} = english;`,
    `activeMessages.bind('${section}', english, (active) => {`,
    `  ${name} = active;`,
    '});',
    '',
  ].join('\n');
}

/**
 * The messages of a process in one language. English is for tests: processes import the sections that they need.
 * @param {string} language
 * @param {string[]} sections
 */
function processModule(language, sections) {
  return [
    GENERATED,
    `export { localeFormats as locale } from '../locale-${language === 'qps' ? 'en' : language}.ts';`,
    ...sections.map((section) => `export { messages as ${section} } from './${language}/${kebab(section)}.ts';`),
    '',
  ].join('\n');
}

/**
 * @param {string} name of the process
 * @param {string[]} translations
 */
function loaderModule(name, translations) {
  return [
    GENERATED,
    "import type { Language, Translation } from '../language.ts';",
    '',
    '/** English is part of the bundle. */',
    'export const loadTranslation: Record<Language, () => Promise<Translation>> = {',
    '  en: async () => ({}),',
    ...translations.map((language) => `  ${language}: () => import('./${name}-${language}.ts'),`),
    '};',
    '',
  ].join('\n');
}

/** @param {string[]} sections */
function sectionsModule(sections) {
  return [
    GENERATED,
    '/** The sections of the catalogs, with the types of their English messages. */',
    'export interface Sections {',
    ...sections.map((section) => `  ${section}: typeof import('./en/${kebab(section)}.ts').messages;`),
    '}',
    '',
  ].join('\n');
}

/**
 * @param {Compiled} group
 * @param {number} depth
 * @returns {string}
 */
function groupCode(group, depth) {
  const indent = '  '.repeat(depth);
  const lines = Object.entries(group).map(([key, entry]) => {
    const name = /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
    if (isMessage(entry)) return `${indent}${name}: ${signature(entry.args, ': string')}${textCode(entry.elements)},`;
    const parts = Object.values(entry);
    if (!ERROR_PARTS.every((part) => part in entry) || !parts.every(isMessage))
      return `${indent}${name}: ${groupCode(entry, depth + 1)},`;
    const args = new Map(parts.flatMap((part) => [...part.args]));
    const fields = Object.entries(entry).map(([part, message]) =>
      isMessage(message) ? `${part}: ${textCode(message.elements)}` : '',
    );
    const object = `{ ${fields.join(', ')} }`;
    return `${indent}${name}: ${args.size > 0 ? `${signature(args)}(${object})` : object},`;
  });
  return `{\n${lines.join('\n')}\n${'  '.repeat(depth - 1)}}`;
}

/** @param {Map<string, Argument>} args */
function signature(args, returns = '') {
  if (args.size === 0) return '';
  const types = [...args].map(([name, { type }]) => `${name}: ${type}`).join('; ');
  return `({ ${[...args.keys()].join(', ')} }: { ${types} })${returns} => `;
}

/**
 * @param {Element[]} elements
 * @param {string} [counted] the argument of the plural around it
 * @returns {string}
 */
function textCode(elements, counted = '') {
  if (elements.every((element) => element.type === TYPE.literal)) {
    return JSON.stringify(elements.map((element) => ('value' in element ? element.value : '')).join(''));
  }
  if (elements.length === 1 && elements[0] !== undefined) return elementCode(elements[0], counted);
  const parts = elements.map((element) =>
    element.type === TYPE.literal
      ? element.value.replace(/[\\`]|\$\{/g, '\\$&')
      : `\${${elementCode(element, counted)}}`,
  );
  return `\`${parts.join('')}\``;
}

/**
 * @param {Element} element
 * @param {string} counted
 * @returns {string}
 */
function elementCode(element, counted) {
  switch (element.type) {
    case TYPE.pound:
      return `number(${counted})`;
    case TYPE.number:
      return `number(${element.value})`;
    case TYPE.plural: {
      const forms = Object.entries(element.options).map(
        ([key, { value }]) => `${JSON.stringify(key)}: ${textCode(value, element.value)}`,
      );
      return `plural(${element.value}, { ${forms.join(', ')} })`;
    }
    case TYPE.select: {
      const choices = Object.entries(element.options).filter(([key]) => key !== 'other');
      const other = element.options.other ? textCode(element.options.other.value, counted) : '""';
      const code = choices.reduceRight(
        (rest, [key, { value }]) => `${condition(element.value, key)} ? ${textCode(value, counted)} : ${rest}`,
        other,
      );
      return `(${code})`;
    }
    case TYPE.argument:
      return element.value;
    default:
      throw new Error(`no code for an element of type ${element.type}`);
  }
}

/**
 * @param {string} name
 * @param {string} key of a select
 */
function condition(name, key) {
  if (key === 'true') return name;
  if (key === 'false') return `!${name}`;
  return key === 'null' ? `${name} === null` : `${name} === ${JSON.stringify(key)}`;
}

const ACCENTED = Object.fromEntries(
  [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter, index) => [
    letter,
    [...'àƀçðéƒĝĥîĵķļɱñöþɋŕšţûṽŵẋýžÀƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ'][index] ?? letter,
  ]),
);

/**
 * The pseudo-language: English with accents, about 40 % longer, in «». What is cut off, overlaps or is not in the catalog
 * shows at once.
 * @param {Compiled} english
 * @returns {Compiled}
 */
function pseudo(english) {
  return Object.fromEntries(
    Object.entries(english).map(([key, entry]) => {
      if (!isMessage(entry)) return [key, pseudo(entry)];
      const length = Math.ceil(textLength(entry.elements) * 0.4);
      const padding = 'ëë ëëë ëëëë '.repeat(length).slice(0, length).trim();
      const elements = [literal('«'), ...accented(entry.elements), literal(`${padding === '' ? '' : ` ${padding}`}»`)];
      return [key, { ...entry, elements }];
    }),
  );
}

/**
 * @param {string} value
 * @returns {Element}
 */
const literal = (value) => ({ type: TYPE.literal, value });

/**
 * @param {Element[]} elements
 * @returns {number}
 */
function textLength(elements) {
  return elements.reduce((sum, element) => {
    if (element.type === TYPE.literal) return sum + element.value.length;
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return sum;
    return sum + Math.max(...Object.values(element.options).map(({ value }) => textLength(value)));
  }, 0);
}

/**
 * @param {Element[]} elements
 * @returns {Element[]}
 */
function accented(elements) {
  return elements.map((element) => {
    if (element.type === TYPE.literal)
      return literal(element.value.replace(/[a-zA-Z]/g, (letter) => ACCENTED[letter] ?? letter));
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return element;
    const options = Object.entries(element.options).map(([key, option]) => [
      key,
      { ...option, value: accented(option.value) },
    ]);
    return { ...element, options: Object.fromEntries(options) };
  });
}

if (isMain(import.meta.url)) await runScript(async () => compileMessages());
