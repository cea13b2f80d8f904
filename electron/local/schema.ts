/**
 * The tables of the local workspace and their migrations. Columns are named after the fields of the service’s records.
 * `is_sample` marks rows of addSample(), which clearSample() removes.
 */
import { createSchema } from '../files/migrate.ts';
import { isNewerThan } from '../files/sqlite-version.ts';

/** Each entry migrates the schema from its index to the next version; never change a released one. */
export const MIGRATIONS = [
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

  -- status is the slug of a column of the project, or 'planned' or 'archived'.
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

  -- task_id is null for a definition of the workspace; a label on a task is a copy of one (docs/service.md#labels).
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

  -- Only the SHA-256 of a credential is stored.
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
  `
  ALTER TABLE person ADD COLUMN role TEXT NOT NULL DEFAULT 'member';
  UPDATE person SET role = 'owner' WHERE is_owner = 1;

  -- rate_max null: no limit. quota_left null: no quota. quota_refill_ms null: it never refills.
  ALTER TABLE api_key ADD COLUMN rate_max INTEGER DEFAULT 100;
  ALTER TABLE api_key ADD COLUMN rate_window_ms INTEGER NOT NULL DEFAULT 60000;
  ALTER TABLE api_key ADD COLUMN quota_left INTEGER;
  ALTER TABLE api_key ADD COLUMN quota_refill_amount INTEGER;
  ALTER TABLE api_key ADD COLUMN quota_refill_ms INTEGER;
  ALTER TABLE api_key ADD COLUMN quota_refilled_at TEXT;

  -- The version of a description goes up with every change, so that a reader of its pages notices.
  ALTER TABLE project ADD COLUMN description_version INTEGER NOT NULL DEFAULT 1;
  ALTER TABLE task ADD COLUMN description_version INTEGER NOT NULL DEFAULT 1;
  CREATE TRIGGER project_described AFTER UPDATE OF description ON project
    WHEN old.description IS NOT new.description BEGIN
    UPDATE project SET description_version = old.description_version + 1 WHERE id = new.id;
  END;
  CREATE TRIGGER task_described AFTER UPDATE OF description ON task WHEN old.description IS NOT new.description BEGIN
    UPDATE task SET description_version = old.description_version + 1 WHERE id = new.id;
  END;

  CREATE INDEX task_by_position ON task (project_id, position, number);
  CREATE INDEX task_by_due_date ON task (project_id, due_date, number);
  -- These two indexes cover the statistics, and the selection and order of assigned tasks.
  DROP INDEX task_by_status;
  CREATE INDEX task_by_status ON task (project_id, status, position, due_date);
  CREATE INDEX task_in_order ON task (user_id, project_id, status, due_date, priority, created_at, number);
  CREATE INDEX task_with_long_description ON task (project_id, id) WHERE octet_length(description) > 65536;
  CREATE INDEX label_by_workspace ON label (workspace_id, name);

  -- For 'subtask' the source is the parent, for 'blocks' the one that blocks.
  CREATE TABLE task_relation (
    id TEXT PRIMARY KEY,
    source_task_id TEXT NOT NULL REFERENCES task (id) ON DELETE CASCADE,
    target_task_id TEXT NOT NULL REFERENCES task (id) ON DELETE CASCADE,
    relation_type TEXT NOT NULL CHECK (relation_type IN ('subtask', 'blocks', 'related')),
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX task_relation_by_source ON task_relation (source_task_id, relation_type);
  CREATE INDEX task_relation_by_target ON task_relation (target_task_id, relation_type);

  -- metadata is JSON.
  CREATE TABLE external_link (
    id TEXT PRIMARY KEY,
    task_id TEXT NOT NULL REFERENCES task (id) ON DELETE CASCADE,
    integration_id TEXT,
    resource_type TEXT NOT NULL,
    external_id TEXT NOT NULL,
    url TEXT NOT NULL,
    title TEXT,
    metadata TEXT,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX external_link_by_task ON external_link (task_id, created_at);

  CREATE TABLE comment (
    id TEXT PRIMARY KEY,
    task_id TEXT NOT NULL REFERENCES task (id) ON DELETE CASCADE,
    user_id TEXT REFERENCES person (id),
    content TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX comment_by_task ON comment (task_id, created_at);

  CREATE TABLE notification (
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    type TEXT NOT NULL,
    title TEXT NOT NULL,
    content TEXT,
    event_data TEXT NOT NULL,
    resource_id TEXT,
    resource_type TEXT,
    is_read INTEGER NOT NULL DEFAULT 0,
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX notification_by_person ON notification (user_id, created_at);

  -- label_ids is a JSON array of label definitions, empty for all tasks.
  CREATE TABLE calendar_feed (
    id TEXT PRIMARY KEY,
    project_id TEXT NOT NULL REFERENCES project (id) ON DELETE CASCADE,
    token TEXT NOT NULL UNIQUE,
    label_ids TEXT NOT NULL,
    time_zone TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX calendar_feed_by_project ON calendar_feed (project_id, created_at);

  -- events is a JSON object of booleans. The secret is needed to sign, so it is stored in plain text.
  CREATE TABLE webhook (
    project_id TEXT PRIMARY KEY REFERENCES project (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    url TEXT NOT NULL,
    secret TEXT,
    events TEXT NOT NULL,
    lead_minutes INTEGER NOT NULL,
    is_active INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;

  -- The due date of the last reminder that a task's webhook got.
  CREATE TABLE due_reminder (
    task_id TEXT PRIMARY KEY REFERENCES task (id) ON DELETE CASCADE,
    due_date TEXT NOT NULL
  ) STRICT;

  -- Revisions of a board (docs/service.md#boards): they increase with every change that its pages show.
  CREATE TABLE board_revision (
    project_id TEXT PRIMARY KEY REFERENCES project (id) ON DELETE CASCADE,
    content INTEGER NOT NULL DEFAULT 1,
    related INTEGER NOT NULL DEFAULT 1
  ) STRICT;
  INSERT INTO board_revision (project_id) SELECT id FROM project;

  CREATE TRIGGER revise_new_project AFTER INSERT ON project BEGIN
    INSERT INTO board_revision (project_id) VALUES (new.id);
  END;
  CREATE TRIGGER revise_project AFTER UPDATE OF name, slug, icon, description ON project BEGIN
    UPDATE board_revision SET content = content + 1 WHERE project_id = new.id;
  END;
  -- The visibility of a project decides which subtasks public boards count.
  CREATE TRIGGER revise_publicity AFTER UPDATE OF is_public ON project WHEN old.is_public <> new.is_public BEGIN
    UPDATE board_revision SET content = content + 1;
  END;
  CREATE TRIGGER revise_column AFTER UPDATE ON board_column BEGIN
    UPDATE board_revision SET content = content + 1 WHERE project_id = new.project_id OR old.is_final <> new.is_final;
  END;
  CREATE TRIGGER revise_new_task AFTER INSERT ON task BEGIN
    UPDATE board_revision SET content = content + 1 WHERE project_id = new.project_id;
  END;
  CREATE TRIGGER revise_task AFTER UPDATE ON task BEGIN
    UPDATE board_revision SET content = content + 1 WHERE project_id IN (old.project_id, new.project_id);
  END;
  CREATE TRIGGER revise_parents AFTER UPDATE OF status, project_id ON task BEGIN
    UPDATE board_revision SET content = content + 1 WHERE project_id IN (
      SELECT parent.project_id FROM task_relation r JOIN task parent ON parent.id = r.source_task_id
      WHERE r.target_task_id = new.id AND r.relation_type = 'subtask');
  END;
  CREATE TRIGGER revise_gone_task AFTER DELETE ON task BEGIN
    UPDATE board_revision SET content = content + 1 WHERE project_id = old.project_id;
  END;
  CREATE TRIGGER revise_new_label AFTER INSERT ON label WHEN new.task_id IS NOT NULL BEGIN
    UPDATE board_revision SET content = content + 1, related = related + 1
    WHERE project_id = (SELECT project_id FROM task WHERE id = new.task_id);
  END;
  CREATE TRIGGER revise_gone_label AFTER DELETE ON label WHEN old.task_id IS NOT NULL BEGIN
    UPDATE board_revision SET content = content + 1, related = related + 1
    WHERE project_id = (SELECT project_id FROM task WHERE id = old.task_id);
  END;
  CREATE TRIGGER revise_new_link AFTER INSERT ON external_link BEGIN
    UPDATE board_revision SET content = content + 1, related = related + 1
    WHERE project_id = (SELECT project_id FROM task WHERE id = new.task_id);
  END;
  CREATE TRIGGER revise_gone_link AFTER DELETE ON external_link BEGIN
    UPDATE board_revision SET content = content + 1, related = related + 1
    WHERE project_id = (SELECT project_id FROM task WHERE id = old.task_id);
  END;
  CREATE TRIGGER revise_new_relation AFTER INSERT ON task_relation BEGIN
    UPDATE board_revision SET content = content + 1
    WHERE project_id = (SELECT project_id FROM task WHERE id = new.source_task_id);
  END;
  CREATE TRIGGER revise_gone_relation AFTER DELETE ON task_relation BEGIN
    UPDATE board_revision SET content = content + 1
    WHERE project_id = (SELECT project_id FROM task WHERE id = old.source_task_id);
  END;
  CREATE TRIGGER revise_person AFTER UPDATE OF name, image ON person
    WHEN old.name IS NOT new.name OR old.image IS NOT new.image BEGIN
    UPDATE board_revision SET content = content + 1
    WHERE project_id IN (SELECT project_id FROM task WHERE user_id = new.id);
  END;
  `,
  `
  CREATE TABLE activity (
    id TEXT PRIMARY KEY,
    task_id TEXT NOT NULL REFERENCES task (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES person (id) ON DELETE CASCADE,
    type TEXT NOT NULL,
    event_data TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT;
  CREATE INDEX activity_by_task ON activity (task_id, created_at);
  `,
  `
  -- A task's picture, or a project's background (task_id null). Its bytes are a file with its id as the name (asset-files.ts).
  CREATE TABLE asset (
    id TEXT PRIMARY KEY,
    task_id TEXT REFERENCES task (id) ON DELETE CASCADE,
    project_id TEXT REFERENCES project (id) ON DELETE CASCADE,
    content_type TEXT NOT NULL,
    size INTEGER NOT NULL,
    upload_key TEXT NOT NULL UNIQUE,
    upload_until TEXT NOT NULL,
    is_uploaded INTEGER NOT NULL DEFAULT 0,
    is_final INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX asset_by_task ON asset (task_id);
  CREATE INDEX asset_by_project ON asset (project_id);
  -- Files to delete after the commit.
  CREATE TABLE removed_asset (id TEXT PRIMARY KEY) STRICT;
  CREATE TRIGGER remove_asset AFTER DELETE ON asset BEGIN
    INSERT INTO removed_asset (id) VALUES (old.id);
  END;
  ALTER TABLE project ADD COLUMN background_id TEXT REFERENCES asset (id) ON DELETE SET NULL;
  DROP TRIGGER revise_project;
  CREATE TRIGGER revise_project AFTER UPDATE OF name, slug, icon, description, background_id ON project BEGIN
    UPDATE board_revision SET content = content + 1 WHERE project_id = new.id;
  END;

  CREATE TABLE code_host_link (
    project_id TEXT PRIMARY KEY REFERENCES project (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    owner TEXT NOT NULL,
    name TEXT NOT NULL,
    installation_id INTEGER NOT NULL,
    is_active INTEGER NOT NULL DEFAULT 1,
    comments_task_link INTEGER NOT NULL DEFAULT 1,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
  ) STRICT;
  `,
  `
  -- by_device: the session came from an approved device code. Punchcard's own sessions had this name.
  ALTER TABLE session ADD COLUMN by_device INTEGER NOT NULL DEFAULT 0;
  UPDATE session SET by_device = 1 WHERE user_agent IS NOT 'Punchcard';
  `,
  `
  -- The session that made the key, if that came from a device code; it may have ended since.
  ALTER TABLE api_key ADD COLUMN device_session_id TEXT;
  `,
  `
  -- The same of the feeds that a program made, and of the webhooks whose address it set.
  ALTER TABLE calendar_feed ADD COLUMN device_session_id TEXT;
  ALTER TABLE webhook ADD COLUMN device_session_id TEXT;
  -- JSON of the request of an MCP client, which redeems the code by its own rules; null for a device.
  ALTER TABLE device_code ADD COLUMN mcp TEXT;
  `,
];

/** The file was written by a newer version of Punchcard. It stays unchanged. */
export class NewerWorkspaceError extends Error {
  override readonly name = 'NewerWorkspaceError';
}

/** Call before the file is opened. Throws NewerWorkspaceError; writes nothing. */
export function refuseNewer(path: string): void {
  const known = MIGRATIONS.length;
  if (isNewerThan(path, known)) throw new NewerWorkspaceError(`The local workspace is newer than ${known}`);
}

export const { migrate } = createSchema(MIGRATIONS);
