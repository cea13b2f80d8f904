/** A command as an assistant asks for it: what the person has to allow, and in which words it is asked. */
import type { AssistantKind } from '../../shared/contract/assistants.ts';
import { messages } from '../../shared/i18n/generated/main.ts';
import { type Asked, COMMANDS, optionsOf } from './commands.ts';

/** None if it is no tool. */
export function kindsOf(asked: Asked): AssistantKind[] {
  const { kind } = COMMANDS[asked.do];
  // Without a text it would open a window.
  if (kind === undefined || (asked.do === 'add' && asked.text === undefined)) return [];
  return asked.do === 'add' && asked.start ? [kind, 'timer'] : [kind];
}

/** "Add time to PAY-134: --for 1:30": the command in the person's language, with its options as typed. */
export function wordsOf(asked: Asked): string {
  const fields = asked as Partial<Record<string, string | boolean>>;
  const named = {
    task: fields.task ?? '',
    text: fields.text ?? '',
    column: fields.column ?? '',
    date: fields.date ?? '',
  };
  const options = optionsOf(asked.do).flatMap((name) => {
    const value = fields[name];
    return value === undefined ? [] : [value === true ? `--${name}` : `--${name} ${value}`];
  });
  const words = wordsFor(asked.do, named as Record<keyof typeof named, string>);
  return options.length === 0 ? words : `${words}: ${options.join(' ')}`;
}

function wordsFor(word: Asked['do'], named: Record<'task' | 'text' | 'column' | 'date', string>): string {
  const { asks } = messages.cli;
  switch (word) {
    case 'add':
      return asks.add(named);
    case 'start':
      return named.task === '' ? asks.startLast : asks.start(named);
    case 'stop':
      return asks.stop;
    case 'note':
      return asks.note(named);
    case 'log':
      return asks.log(named);
    case 'move':
      return asks.move(named);
    case 'due':
      return asks.due(named);
    case 'done':
      return asks.done(named);
    case 'show':
      return asks.show(named);
    default:
      return asks.other({ command: word });
  }
}
