/** A webhook gets its last value, whatever happens to the answer; its secrets are deleted from disk once they are sent. */
import { describe, expect, test } from 'vitest';
import { WebhookIntegration } from '../../../../electron/service/records.ts';
import { add, HOW, loseFirst, passLong, startWith } from '../../outbox/lost-answers.ts';
import type { Machine } from '../../outbox/machine.ts';

const URL_WITH_KEY = 'http://127.0.0.1:9/hook?key=abcdefghijkl';
const SECRET = 'correct horse battery';
const named = ({ local }: Machine) => ({ projectId: local.projectId, projectName: 'Personal' });

const replacement = (machine: Machine) => ({
  ...named(machine),
  webhook: {
    webhookUrl: URL_WITH_KEY,
    secret: SECRET,
    events: { taskDeleted: true },
    dueDateReminderLeadTimeMinutes: 60,
  },
});

async function webhook({ local }: Machine): Promise<WebhookIntegration | null> {
  const { json } = await local.call('GET', `/generic-webhook-integration/project/${local.projectId}`);
  return WebhookIntegration.nullable().parse(json);
}

/** All outbox rows on disk, pending or sent. */
const onDisk = ({ run }: Machine): string => JSON.stringify(run.database.prepare('SELECT * FROM outbox').all());

describe('a webhook', () => {
  test.each(HOW)('is set if the answer is lost: %s', async (how) => {
    const machine = await startWith();
    add(machine, 'webhook.replace', 'w', replacement(machine));
    loseFirst(machine, '/generic-webhook', how);
    await passLong(machine);
    expect(await webhook(machine)).toMatchObject({
      secretConfigured: true,
      isActive: true,
      dueDateReminderLeadTimeMinutes: 60,
      events: { taskDeleted: true },
    });
    expect(machine.items()).toEqual([]);
  });

  test('leaves no secrets on disk once it was sent', async () => {
    const machine = await startWith();
    add(machine, 'webhook.replace', 'w', replacement(machine));
    expect(onDisk(machine)).toContain(SECRET);
    await machine.pass(0);
    add(machine, 'webhook.update', 'w', {
      ...named(machine),
      changed: { webhookUrl: `${URL_WITH_KEY}2`, secret: `${SECRET} staple` },
    });
    await machine.pass(0);
    expect(machine.items()).toEqual([]);
    expect(onDisk(machine)).toContain('webhook.update');
    expect(onDisk(machine)).not.toContain(SECRET);
    expect(onDisk(machine)).not.toContain('abcdefghijkl');
  });

  test('can be changed field by field, in order', async () => {
    const machine = await startWith();
    add(machine, 'webhook.replace', 'w', replacement(machine));
    add(machine, 'webhook.update', 'w', { ...named(machine), changed: { events: { taskCreated: false } } });
    add(machine, 'webhook.update', 'w', { ...named(machine), changed: { secret: null, isActive: false } });
    loseFirst(machine, '/generic-webhook', 'commit-then-drop');
    await passLong(machine);
    expect(await webhook(machine)).toMatchObject({
      secretConfigured: false,
      isActive: false,
      events: { taskCreated: false, taskDeleted: true },
    });
  });

  test.each(HOW)('is removed if the answer is lost: %s', async (how) => {
    const machine = await startWith();
    add(machine, 'webhook.replace', 'w', replacement(machine));
    await machine.pass(0);
    add(machine, 'webhook.remove', 'w', named(machine));
    loseFirst(machine, '/generic-webhook', how);
    await passLong(machine);
    expect(await webhook(machine)).toBeNull();
    expect(machine.rejected).toEqual([]);
  });

  test('that is rejected keeps the former one', async () => {
    const machine = await startWith();
    add(machine, 'webhook.replace', 'w', replacement(machine));
    await machine.pass(0);
    const before = await webhook(machine);
    add(machine, 'webhook.update', 'w', { ...named(machine), changed: { webhookUrl: 'http://10.0.0.1/hook' } });
    await machine.pass(0);
    expect(machine.rejected).toEqual([
      expect.stringMatching(/^The webhook of Personal stays as it was: .*10\.0\.0\.1/),
    ]);
    expect(await webhook(machine)).toEqual(before);
  });
});
