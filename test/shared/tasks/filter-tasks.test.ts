import { expect, it } from 'vitest';
import { filterTasks } from '../../../shared/tasks/filter-tasks.ts';
import { taskView } from './tasks.ts';

const tasks = [
  taskView('PAY-138', { title: 'Refund fails', labels: [{ name: 'Bug', color: 'red' }] }),
  taskView('WEB-61', { title: 'Überprüfe die Preise', projectName: 'Website' }),
  taskView('PAY-14', { title: 'Retry once' }),
];

it.each([
  ['', ['PAY-138', 'WEB-61', 'PAY-14']],
  ['   ', ['PAY-138', 'WEB-61', 'PAY-14']],
  ['pay', ['PAY-138', 'PAY-14']],
  ['pay-138', ['PAY-138']],
  ['pay bug', ['PAY-138']],
  ['bug REFUND', ['PAY-138']],
  ['uberprufe', ['WEB-61']],
  ['ÜBER website', ['WEB-61']],
  ['refund website', []],
  ['(.*', []],
])('%j', (query, found) => {
  expect(filterTasks(tasks, query).map((task) => task.identifier)).toEqual(found);
});
