/** The help, the man page and the completion for shells, all from the table of commands. Pure. */
import { z } from 'zod';
import { list } from '../../shared/i18n/format-dates.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import { placeName } from './args.ts';
import { COMMANDS, commandWords, fieldsOf, isFlag, optionsOf } from './commands.ts';
import type { CommandWord } from './is-command-line.ts';
import { STATUS_FORMATS } from './status-format.ts';

/** What the help writes behind an option that takes a value. */
const EXAMPLES: Record<string, string> = {
  account: 'acme',
  for: '1:30',
  from: '9:00',
  to: '10:30',
  day: '2026-11-30',
  note: '"…"',
  format: STATUS_FORMATS[1],
};
const WIDTH = 80;

type OptionName = keyof typeof messages.cli.options;
const optionNames = [...new Set(commandWords.flatMap(optionsOf))] as OptionName[];

/** The option as one of its commands takes it. */
const owned = (name: OptionName): z.ZodType =>
  fieldsOf(commandWords.find((word) => optionsOf(word).includes(name)) as CommandWord)[name] as z.ZodType;

/** "log <task>", "open [task]". */
function synopsis(word: CommandWord): string {
  const places = COMMANDS[word].places.map((name) => {
    const text = placeName(name);
    return fieldsOf(word)[name]?.safeParse(undefined).success ? `[${text}]` : `<${text}>`;
  });
  return [word, ...places].join(' ');
}

function option(name: OptionName): { left: string; text: string } {
  const owners = commandWords.filter((word) => optionsOf(word).includes(name));
  const left = isFlag(owned(name)) ? `--${name}` : `--${name} ${EXAMPLES[name]}`;
  return { left, text: messages.cli.withCommands({ commands: list(owners), does: messages.cli.options[name] }) };
}

const general = () =>
  (['json', 'help', 'version'] as const).map((name) => ({ left: `--${name}`, text: messages.cli.general[name] }));

export function usage(): string {
  const commands = commandWords.map((word) => ({ left: synopsis(word), text: messages.cli.commands[word] }));
  const options = [...optionNames.map(option), ...general()];
  const width = Math.max(...[...commands, ...options].map(({ left }) => left.length)) + 3;
  const table = (rows: { left: string; text: string }[]) =>
    rows.map(({ left, text }) => `  ${left.padEnd(width)}${wrap(text, WIDTH - width - 2, width + 2)}`).join('\n');
  return [messages.cli.usage, table(commands), table(options), wrap(messages.cli.exitCodes, WIDTH, 0)].join('\n\n');
}

function wrap(text: string, width: number, indent: number): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines.join(`\n${' '.repeat(indent)}`);
}

/** In roff, for man(1). */
export function manPage(version: string): string {
  const entry = ({ left, text }: { left: string; text: string }) => `.TP\n.B ${roff(left)}\n${roff(text)}`;
  return [
    `.TH PUNCHCARD 1 "" "Punchcard ${version}"`,
    `.SH NAME\npunchcard \\- ${roff(messages.cli.whatItIs)}`,
    `.SH SYNOPSIS\n.B punchcard\n.I command\n[\\fIoption\\fR ...]`,
    `.SH COMMANDS\n${commandWords.map((word) => entry({ left: synopsis(word), text: messages.cli.commands[word] })).join('\n')}`,
    `.SH OPTIONS\n${[...optionNames.map(option), ...general()].map(entry).join('\n')}`,
    `.SH EXIT STATUS\n${roff(messages.cli.exitCodes)}\n`,
  ].join('\n');
}

/** A line that begins with a dot or an apostrophe would be a request. */
const roff = (text: string): string => text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replace(/^[.']/gm, '\\&$&');

/** What a field may be, if that is one of a few words. */
function valuesOf(field: z.ZodType | undefined): string {
  const inner = field instanceof z.ZodOptional ? field.unwrap() : field;
  return inner instanceof z.ZodEnum ? inner.options.join(' ') : '';
}

type Shell = Exclude<z.infer<typeof COMMANDS.completion.schema>['shell'], 'accounts'>;

/**
 * The script that a shell reads, as with `source <(punchcard completion bash)`. Only words of the table are in it, no text. The names
 * of accounts come from servers: each is inserted as one quoted word.
 */
export function completion(shell: Shell): string {
  const optionsFor = (word: CommandWord) => [...optionsOf(word), 'json', 'help'].map((name) => `--${name}`).join(' ');
  const words = commandWords.join(' ');
  const cases = commandWords.map((word) => `    ${word}) options="${optionsFor(word)}" ;;`).join('\n');
  /** By the words before it: `2-report`, `*-format`. */
  const places = commandWords.flatMap((word) => {
    const values = valuesOf(fieldsOf(word)[COMMANDS[word].places[0] ?? '']);
    return values === '' ? [] : [{ word, values }];
  });
  const values = [
    ...places.map((place) => [`2-${place.word}`, place.values]),
    ...optionNames.map((name) => [`*---${name}`, valuesOf(owned(name))]),
  ]
    .filter(([, list]) => list !== '')
    .map(([after, list]) => `    ${after}) options="${list}" ;;`)
    .join('\n');
  const accounts = 'punchcard completion accounts 2>/dev/null';
  const choose = (command: string, place: string) => `case "${command}" in
${cases}
  esac
  [ "${place}" -eq 1 ] && options="${words} --help --version"
  case "${place}-$last" in
${values}
  esac`;
  switch (shell) {
    case 'bash':
      return `_punchcard() {
  local options="" name typed="\${COMP_WORDS[COMP_CWORD]}" last="\${COMP_WORDS[COMP_CWORD-1]}"
  ${choose(`\${COMP_WORDS[1]}`, '$COMP_CWORD')}
  COMPREPLY=($(compgen -W "$options" -- "$typed"))
  [ "$last" = --account ] || return
  while IFS= read -r name; do
    [[ $name == "$typed"* ]] && COMPREPLY+=("$(printf %q "$name")")
  done < <(${accounts})
}
complete -F _punchcard punchcard`;
    case 'zsh':
      return `#compdef punchcard
_punchcard() {
  local options="" last="\${words[CURRENT-1]}"
  ${choose(`\${words[2]}`, '$((CURRENT - 1))')}
  if [ "$last" = --account ]; then
    compadd -- \${(f)"$(${accounts})"}
  else
    compadd -- \${=options}
  fi
}
# From a folder of completions, this file is the function at its first call.
if [ "\${funcstack[1]}" = _punchcard ]; then _punchcard; else compdef _punchcard punchcard; fi`;
    case 'fish':
      return [
        'complete -c punchcard -f',
        ...commandWords.map((word) => `complete -c punchcard -n __fish_use_subcommand -a ${word}`),
        ...optionNames.map((name) => {
          const owners = commandWords.filter((word) => optionsOf(word).includes(name)).join(' ');
          const list = name === 'account' ? `(${accounts})` : valuesOf(owned(name));
          const takes = isFlag(owned(name)) ? '' : ` -r -a "${list}"`;
          return `complete -c punchcard -n "__fish_seen_subcommand_from ${owners}" -l ${name}${takes}`;
        }),
        ...places.map(
          (place) => `complete -c punchcard -n "__fish_seen_subcommand_from ${place.word}" -a "${place.values}"`,
        ),
        'complete -c punchcard -l json -l help -l version',
      ].join('\n');
  }
}
