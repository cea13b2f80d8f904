/** The schema of the database, as the changes that made it. */

/** Each entry migrates the schema from its index to the next version. Never change a released one. */
export const MIGRATIONS = [
  `
  CREATE TABLE account (
    id TEXT PRIMARY KEY,
    kind TEXT NOT NULL CHECK (kind IN ('device', 'api-key', 'local')),
    base_url TEXT NOT NULL,
    client_id TEXT NOT NULL,
    web_url TEXT,
    user_id TEXT NOT NULL,
    user_name TEXT NOT NULL,
    user_email TEXT,
    workspaces TEXT NOT NULL,
    workspace_id TEXT,
    created_at TEXT NOT NULL,
    UNIQUE (base_url, user_id)
  ) STRICT;

  CREATE TABLE setting (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;

  CREATE TABLE assigned_tasks (
    account_id TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    list TEXT NOT NULL,
    fetched_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE time_entry (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id),
    task_id TEXT NOT NULL,
    task_identifier TEXT NOT NULL,
    task_title TEXT NOT NULL,
    project_name TEXT NOT NULL,
    start_time TEXT NOT NULL,
    end_time TEXT,
    note TEXT NOT NULL DEFAULT '',
    discarded_at TEXT,
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX time_entry_by_start ON time_entry (account_id, start_time);
  CREATE UNIQUE INDEX one_running_entry ON time_entry (account_id) WHERE end_time IS NULL AND discarded_at IS NULL;

  CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL REFERENCES account (id),
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    payload TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sending', 'unknown', 'needs-you', 'sent')),
    created_at TEXT NOT NULL,
    not_before TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    last_error TEXT,
    sending_since TEXT
  ) STRICT;
  -- Ids that the service gave to records created here.
  CREATE TABLE remote (
    account_id TEXT NOT NULL REFERENCES account (id),
    subject TEXT NOT NULL PRIMARY KEY,
    server_id TEXT NOT NULL
  ) STRICT;
  CREATE INDEX remote_by_server_id ON remote (account_id, server_id);
  CREATE INDEX outbox_open ON outbox (account_id, subject, id) WHERE state <> 'sent';
  `,
  // Find a day, a week or a task's last entry among years of entries.
  `
  CREATE INDEX time_entry_by_end ON time_entry (account_id, end_time);
  CREATE INDEX outbox_of_subject ON outbox (subject, id) WHERE state <> 'sent';
  CREATE INDEX outbox_due ON outbox (account_id, not_before, id) WHERE state <> 'sent';
  CREATE INDEX time_entry_by_task ON time_entry (account_id, task_id, start_time);
  -- A change was abandoned: the service still has the earlier version.
  ALTER TABLE remote ADD COLUMN is_behind INTEGER NOT NULL DEFAULT 0;
  `,
  // Away times while a timer ran, and the person's answers; times and durations in ms. An entry's heir took over its time.
  `
  CREATE TABLE away_segment (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN ('idle', 'lock', 'sleep', 'shutdown')),
    started_at INTEGER NOT NULL,
    ended_at INTEGER,
    entry_id TEXT NOT NULL,
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    threshold INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX one_open_away_segment ON away_segment (kind) WHERE ended_at IS NULL;
  CREATE TABLE away_answer (
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    question_id TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE away_heir (entry_id TEXT NOT NULL, heir_id TEXT NOT NULL, PRIMARY KEY (entry_id, heir_id)) STRICT;
  CREATE TABLE away_heartbeat (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL, entry_id TEXT NOT NULL) STRICT;
  `,
  // Writes on a task wait until the service has created it.
  `
  ALTER TABLE outbox ADD COLUMN after_subject TEXT;
  `,
  // Names for quick add as last read, the project used last, and tasks added while the app was not running.
  `
  CREATE TABLE known (
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    workspace_id TEXT NOT NULL,
    lists TEXT NOT NULL,
    last_project_id TEXT,
    PRIMARY KEY (account_id, workspace_id)
  ) STRICT;
  -- Tasks added from the command line while the app was not running.
  CREATE TABLE inbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    task TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;
  `,
  // Reminders shown, reminders snoozed, and days with a reminder of overdue tasks; times in ms.
  `
  CREATE TABLE reminder_said (
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    task_id TEXT NOT NULL,
    due_date TEXT NOT NULL,
    kind TEXT NOT NULL,
    said_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, task_id, due_date, kind)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE reminder_snooze (
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    task_id TEXT NOT NULL,
    due_date TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (account_id, task_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE reminder_day (
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    day TEXT NOT NULL,
    said_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, day)
  ) STRICT, WITHOUT ROWID;
  `,
  // Boards and projects as last read; `board` is gzipped JSON.
  `
  CREATE TABLE kept_board (
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    project_id TEXT NOT NULL,
    board BLOB NOT NULL,
    kept_at TEXT NOT NULL,
    PRIMARY KEY (account_id, project_id)
  ) STRICT;
  CREATE TABLE kept_projects (
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    workspace_id TEXT NOT NULL,
    projects TEXT NOT NULL,
    PRIMARY KEY (account_id, workspace_id)
  ) STRICT;
  `,
  // Writes that the person abandoned before it was known whether the service has them.
  `
  CREATE TABLE given_up (
    id INTEGER PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES account (id),
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    payload TEXT NOT NULL,
    after_subject TEXT,
    created_at TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    sending_since TEXT NOT NULL
  ) STRICT;
  CREATE INDEX given_up_of_subject ON given_up (subject);
  `,
  // Boards watched for due dates, with their open, dated tasks as last read (JSON); and the lists that have had reminders.
  `
  CREATE TABLE watched_board (
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    project_id TEXT NOT NULL,
    name TEXT NOT NULL,
    reading TEXT,
    PRIMARY KEY (account_id, project_id)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE reminder_begun (
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    list TEXT NOT NULL,
    PRIMARY KEY (account_id, list)
  ) STRICT, WITHOUT ROWID;
  `,
  // How an account's server changes values, such as rounding times (JSON).
  `
  CREATE TABLE server_habits (
    account_id TEXT PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
    habits TEXT NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  // What the service has no place for: rules for time, closed weeks with what was tracked then, labels of tracked tasks (JSON).
  `
  ALTER TABLE time_entry ADD COLUMN project_id TEXT;
  -- Few entries are longer than a day; any period may lie within one of them.
  CREATE INDEX time_entry_over_a_day ON time_entry (account_id, start_time)
    WHERE julianday(end_time) - julianday(start_time) > 1;
  CREATE TABLE time_rule (
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (account_id, name)
  ) STRICT;
  CREATE TABLE closed_week (
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    week_start TEXT NOT NULL,
    closed_at TEXT NOT NULL,
    tracked_ms INTEGER NOT NULL,
    cells TEXT NOT NULL,
    PRIMARY KEY (account_id, week_start)
  ) STRICT;
  CREATE TABLE tracked_task (
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    task_id TEXT NOT NULL,
    labels TEXT NOT NULL,
    PRIMARY KEY (account_id, task_id)
  ) STRICT, WITHOUT ROWID;
  `,
  // How often lines of the command palette were chosen (shared/palette/use.ts); times in ms.
  `
  CREATE TABLE palette_use (
    account_id TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    line TEXT NOT NULL,
    weight INTEGER NOT NULL,
    used_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, line)
  ) STRICT, WITHOUT ROWID;
  `,
  // A subject as the service last had it (JSON), so that changes made elsewhere are noticed. Habits were learned from unchecked answers.
  `
  ALTER TABLE remote ADD COLUMN seen TEXT;
  DELETE FROM server_habits;
  `,
  // One name for each thing.
  `
  ALTER TABLE given_up RENAME TO abandoned_write;
  ALTER TABLE known RENAME TO workspace_directory;
  ALTER TABLE kept_board RENAME TO board_cache;
  ALTER TABLE reminder_said RENAME TO shown_reminder;
  ALTER TABLE remote RENAME TO server_id;
  ALTER TABLE away_heir RENAME TO entry_successor;
  ALTER TABLE entry_successor RENAME COLUMN heir_id TO successor_id;
  `,
  `ALTER TABLE inbox RENAME TO dropped_task;`,
  // workspace_directory has the list of projects.
  `DROP TABLE kept_projects;`,
  // A further workspace of a person is an account of its own, without a credential of its own.
  `ALTER TABLE account ADD COLUMN credential_of TEXT;`,
  // What AI assistants did, in their own words and ours; not of an account, because the person decides for all of them.
  `
  CREATE TABLE assistant_action (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    client TEXT NOT NULL,
    text TEXT NOT NULL,
    outcome TEXT NOT NULL
  ) STRICT;
  `,
  // By account and project (taskKey): two servers may give a project the same id.
  `
  UPDATE setting SET value = (
    SELECT json_group_object(account.id || ' ' || moved.key, json(moved.value))
    FROM account, json_each(setting.value) AS moved WHERE moved.type = 'object'
  ) WHERE key = 'moveOnStart' AND json_valid(value);
  `,
  // Reads, of which there may be many, must not push changes out of the log.
  `ALTER TABLE assistant_action ADD COLUMN is_read INTEGER NOT NULL DEFAULT 0;`,
];

/** Names that tables had before, for damaged files of earlier versions. */
export const FORMER_NAMES: Readonly<Record<string, string>> = {
  abandoned_write: 'given_up',
  workspace_directory: 'known',
  board_cache: 'kept_board',
  shown_reminder: 'reminder_said',
  server_id: 'remote',
  dropped_task: 'inbox',
};

export const SCHEMA_VERSION = MIGRATIONS.length;
