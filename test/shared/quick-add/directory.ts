/** A small workspace for the tests of quick add. */
import type { ParserDirectory } from '../../../shared/quick-add/types.ts';

const BOARD = [
  { slug: 'to-do', name: 'To Do', isFinal: false },
  { slug: 'in-progress', name: 'In Progress', isFinal: false },
  { slug: 'in-review', name: 'In Review', isFinal: false },
  { slug: 'done', name: 'Done', isFinal: true },
];

/** Thursday 19 November 2026, 14:06 by the local clock. */
export function directory(changes: Partial<ParserDirectory> = {}): ParserDirectory {
  return {
    projects: [
      { id: 'p-fin', slug: 'FIN', name: 'Finance' },
      { id: 'p-app', slug: 'APP', name: 'Mobile app' },
      { id: 'p-mob', slug: 'MOB', name: 'Mobility' },
      { id: 'p-pay', slug: 'PAY', name: 'Payments' },
      { id: 'p-web', slug: 'WEB', name: 'Website: relaunch' },
      { id: 'p-ops', slug: 'OPS', name: 'Øperations' },
      { id: 'p-360', slug: '360', name: '360 view' },
    ],
    labels: [
      { id: 'l-billing', name: 'billing', color: 'green' },
      { id: 'l-bug', name: 'Bug', color: 'red' },
      { id: 'l-cust', name: 'customer care', color: 'blue' },
      { id: 'l-cpp', name: 'C++', color: 'grey' },
      { id: 'l-2', name: '2', color: 'grey' },
    ],
    people: [
      { id: 'u-nora', name: 'Nora Vance', email: 'nora@halden.example' },
      { id: 'u-mette', name: 'Mette Holm', email: 'mette@halden.example' },
      { id: 'u-mikkel', name: 'Mikkel Dahl', email: 'md@halden.example' },
      { id: 'u-jo1', name: 'José Ruiz', email: 'jose.ruiz@halden.example' },
      { id: 'u-ana1', name: 'Ana Ruiz', email: 'ana@halden.example' },
      { id: 'u-ana2', name: 'Ana Lima', email: 'lima@halden.example' },
    ],
    columns: {
      'p-fin': BOARD,
      'p-app': [...BOARD, { slug: 'blocked', name: 'Blocked: outside', isFinal: false }],
      'p-mob': BOARD,
    },
    me: { id: 'u-nora', name: 'Nora Vance' },
    lastProjectId: null,
    assignToMe: false,
    locale: 'en-GB',
    now: new Date(2026, 10, 19, 14, 6, 30),
    ...changes,
  };
}
