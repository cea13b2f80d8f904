/** Titles of the service's notifications, for servers that send only their type. English. */

const TITLES: Record<string, string> = {
  task_created: 'A task was assigned to you',
  task_assigned: 'A task was assigned to you',
  task_assignee_changed: 'A task was assigned to you',
  task_status_changed: 'A task of yours changed its status',
  task_priority_changed: 'A task of yours changed its priority',
  task_due_date_changed: 'A task of yours has another due date',
  task_comment_created: 'A comment on a task of yours',
  due_date_reminder: 'A task of yours is due soon',
  workspace_invitation: 'You were invited to a workspace',
};

/** A type that nobody here knows is read out: "sprint_closed" is "Sprint closed". */
export function newsTitle(type: string): string {
  const known = TITLES[type];
  if (known !== undefined) return known;
  const said = type
    .replaceAll(/[_.\-\s]+/g, ' ')
    .trim()
    .toLowerCase();
  return said === '' ? 'Notification' : said.charAt(0).toUpperCase() + said.slice(1);
}
