/**
 * The tables of the local workspace and how they came to be. Names follow section 2 of the specification.
 * `is_sample` marks what addSample() put there, so that clearSample() takes away that and nothing else.
 */
import type { DatabaseSync } from 'node:sqlite';

/** Each entry brings the schema from its index to the next version; never change one that was released. */
const MIGRATIONS = [
  `
  CREATE TABLE person (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    email TEXT NOT NULL,
    image TEXT,
    is_owner INTEGER NOT NULL DEFAULT 0,
    is_sample INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE UNIQUE INDEX one_owner ON person (is_owner) WHERE is_owner = 1;

  CREATE TABLE workspace (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    slug TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE project (
    id TEXT PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspace (id),
    slug TEXT NOT NULL,
    icon TEXT,
    name TEXT NOT NULL,
    description TEXT,
    created_at TEXT NOT NULL,
    is_public INTEGER NOT NULL DEFAULT 0,
    archived_at TEXT,
    position INTEGER NOT NULL,
    last_task_number INTEGER NOT NULL DEFAULT 0,
    is_sample INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE UNIQUE INDEX project_by_slug ON project (workspace_id, slug COLLATE NOCASE);

  CREATE TABLE board_column (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    slug TEXT NOT NULL,
    name TEXT NOT NULL,
    icon TEXT,
    color TEXT,
    is_final INTEGER NOT NULL DEFAULT 0,
    position INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    UNIQUE (project_id, slug)
  ) STRICT;

  -- status is the slug of a column of the project, or 'planned' or 'archived' (field notes 4).
  CREATE TABLE task (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    status TEXT NOT NULL,
    priority TEXT NOT NULL,
    start_date TEXT,
    due_date TEXT,
    position INTEGER NOT NULL,
    user_id TEXT REFERENCES person (id),
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    is_sample INTEGER NOT NULL DEFAULT 0,
    UNIQUE (project_id, number)
  ) STRICT;
  CREATE INDEX task_by_assignee ON task (user_id);
  CREATE INDEX task_by_status ON task (project_id, status, position);

  -- task_id is null for a definition of the workspace; a label on a task is a copy of one (field notes 3 and 4).
  CREATE TABLE label (
    id TEXT PRIMARY KEY,
    workspace_id TEXT NOT NULL REFERENCES workspace (id),
    task_id TEXT REFERENCES task (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    color TEXT NOT NULL,
    created_at TEXT NOT NULL,
    is_sample INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX label_by_task ON label (task_id);

  -- duration is whole seconds, null while the entry is open.
  CREATE TABLE time_entry (
    id TEXT PRIMARY KEY,
    task_id TEXT NOT NULL REFERENCES task (id) ON DELETE CASCADE,
    user_id TEXT REFERENCES person (id),
    description TEXT,
    start_time TEXT NOT NULL,
    end_time TEXT,
    duration INTEGER,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX time_entry_by_task ON time_entry (task_id, start_time);

  -- Of every credential only the SHA-256 is kept.
  CREATE TABLE session (
    id TEXT PRIMARY KEY,
    token_hash TEXT NOT NULL UNIQUE,
    user_id TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    user_agent TEXT,
    created_at TEXT NOT NULL,
    extended_at TEXT NOT NULL,
    expires_at TEXT NOT NULL
  ) STRICT;

  -- scopes is a JSON array of 'resource:action', null for all.
  CREATE TABLE api_key (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    key_hash TEXT NOT NULL UNIQUE,
    user_id TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    scopes TEXT,
    created_at TEXT NOT NULL
  ) STRICT;

  CREATE TABLE device_code (
    device_code_hash TEXT PRIMARY KEY,
    user_code TEXT NOT NULL UNIQUE,
    client_id TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'denied')),
    user_id TEXT REFERENCES person (id) ON DELETE CASCADE,
    expires_at TEXT NOT NULL,
    polled_at TEXT
  ) STRICT;
  `,
];

/** Brings a database to the newest schema; throws, leaving it as it was, if a newer Punchcard wrote it. */
export function migrate(database: DatabaseSync): void {
  const version = Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0);
  if (version > MIGRATIONS.length) {
    throw new Error(`The local workspace is from a newer Punchcard (version ${version}, known ${MIGRATIONS.length}).`);
  }
  for (const [index, migration] of MIGRATIONS.entries()) {
    if (index < version) continue;
    database.exec(`BEGIN IMMEDIATE; ${migration}; PRAGMA user_version = ${index + 1}; COMMIT;`);
  }
}
