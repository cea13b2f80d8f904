/** The app’s answers to command lines, on a machine with a timer. */
import { type AnswerOptions, createAnswers } from '../../../electron/cli/answers.ts';
import type { Account } from '../../../electron/features/account/index.ts';
import { toAppErrorView } from '../../../electron/service/error-messages.ts';
import { ACCOUNT, type Machine } from '../outbox/machine.ts';

const account: Account = {
  id: ACCOUNT,
  kind: 'device',
  baseUrl: 'http://service.example/api',
  clientId: 'service-cli',
  webUrl: null,
  user: { id: 'me', name: 'Me', email: null },
  workspaces: [],
  workspaceId: null,
  credentialOf: null,
};

const unused = () => {
  throw new Error('Nobody asked for that');
};

export const answersOf = (machine: Machine, options: Partial<AnswerOptions> = {}) =>
  createAnswers(optionsOf(machine, options));

export function optionsOf(machine: Machine, options: Partial<AnswerOptions> = {}): AnswerOptions {
  return {
    account: { current: () => account },
    assigned: { view: unused },
    entries: machine.run.entries,
    timer: machine.timer,
    addEntry: (accountId, task, span) => void machine.edit.add(accountId, task, span, {}),
    send: unused,
    directory: () => null,
    createTasks: unused,
    findAtServices: unused,
    accounts: () => [],
    closedAccounts: () => [],
    weekStartsOn: 1,
    openQuickAdd: unused,
    openPalette: unused,
    showTask: unused,
    localServer: unused,
    takeDropped: unused,
    toError: (error) => toAppErrorView(error, 'The server'),
    now: () => machine.clock.ms,
    ...options,
  };
}
