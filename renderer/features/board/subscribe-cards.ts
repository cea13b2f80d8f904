/** Imported for its side effect: subscribes to the cards once the board is first shown. */
import { request, useApp } from '../../app/state/store.ts';
import { subscribeToCards } from './card-store.ts';
import { showProject } from './view-state.ts';

subscribeToCards();

useApp.subscribe((app, was) => {
  const project = app.state?.board?.project.id;
  if (project !== undefined && project !== was.state?.board?.project.id) showProject(project);
  // A page over the tab leaves the board open; switching tabs closes it.
  if (was.tab === 'board' && app.tab !== 'board' && app.state?.account) void request('board.close', {});
});
