/** The sample: two projects of a product team, with dates relative to today. sample-german.ts has the German texts. */
import type { Priority } from '../../shared/tasks/priority.ts';
import type { RelationType } from '../service/records.ts';

/**
 * A local calendar day (0: today), whole if it has no time; or hours from now, within today. Times are a quarter past the hour,
 * because midnight UTC would mean a whole day.
 */
export type SampleDue = { day: number; at?: [hours: number, minutes: number] } | { inHours: number };

export type SamplePerson = 'mira' | 'jonas' | 'adaeze';

type SampleLabel = keyof typeof SAMPLE_LABELS;

export interface SampleTask {
  title: string;
  description?: string;
  /** To do by default. */
  status?: 'in-progress' | 'in-review' | 'done' | 'planned' | 'archived';
  /** Medium by default. */
  priority?: Priority;
  due?: SampleDue;
  labels?: SampleLabel[];
  /** The owner by default; null for unassigned. */
  assignee?: SamplePerson | null;
  links?: { url: string; title: string }[];
  /** Time entries of others: local calendar day from today, start, minutes. */
  worked?: { by: SamplePerson; day: number; at: [hours: number, minutes: number]; minutes: number; note: string }[];
}

export interface SampleProject {
  name: string;
  slug: string;
  description: string;
  /** First task number: the project looks as if it were in use for a while. */
  firstNumber: number;
  tasks: SampleTask[];
}

export const SAMPLE_PEOPLE: Record<SamplePerson, { name: string; email: string }> = {
  mira: { name: 'Mira Lindqvist', email: 'mira@example.com' },
  jonas: { name: 'Jonas Weber', email: 'jonas@example.com' },
  adaeze: { name: 'Adaeze Obi', email: 'adaeze@example.com' },
};

export const SAMPLE_LABELS = {
  bug: '#d64545',
  customer: '#c2620e',
  backend: '#2f76c9',
  content: '#7d5bc7',
  design: '#bd4a8b',
  billing: '#3b8a3e',
  ops: '#6f7880',
  release: '#95730b',
};

export const SAMPLE_PROJECTS: SampleProject[] = [
  {
    name: 'Payments',
    slug: 'PAY',
    description: 'Everything between the pay button and the money in the bank.',
    firstNumber: 131,
    tasks: [
      {
        title: 'Replace the test cards of the staging shop',
        status: 'done',
        priority: 'low',
        due: { day: -6 },
        labels: ['ops'],
      },
      {
        title: "Update the payment provider's library",
        description: 'Version 9 drops the old redirect. The changelog names two renamed fields.',
        status: 'done',
        due: { day: -4 },
        labels: ['backend'],
      },
      {
        title: 'Refund fails for a card past its expiry date',
        description:
          'The provider answers with “card expired”, although a refund does not charge the card.\n\n## To see it\n\n1. Buy with the test card that ends in `0069`.\n2. Wait for the nightly run.\n3. Refund the order.\n\n| Card | Refund |\n| --- | --- |\n| valid | works |\n| expired last month | **fails** |',
        status: 'in-progress',
        priority: 'urgent',
        due: { day: -2, at: [17, 15] },
        labels: ['bug', 'customer'],
        links: [
          { url: 'https://docs.example.com/refunds/expired-cards', title: 'Refunds to expired cards' },
          { url: 'https://support.example.com/tickets/20817', title: 'Ticket 20817' },
        ],
      },
      {
        title: 'Retry a declined card once before giving up',
        description: 'Only for soft declines. Wait four hours, then say so in the mail to the customer.',
        status: 'in-progress',
        priority: 'high',
        due: { inHours: 2 },
        labels: ['backend'],
      },
      {
        title: 'Two quick presses on “Pay” charge twice',
        description: 'Reported by three shops since Monday.',
        status: 'in-review',
        priority: 'urgent',
        due: { inHours: 4 },
        labels: ['bug', 'customer'],
      },
      {
        title: 'Say why a card was declined on the receipt page',
        due: { day: 1 },
        labels: ['customer', 'design'],
      },
      {
        title: 'Rotate the webhook signing secret',
        description:
          'Both secrets stay valid for a day.\n\n- [x] New secret in the vault\n- [ ] Workers read both\n- [ ] Old secret removed',
        links: [{ url: 'https://runbooks.example.com/webhook-secret', title: 'Runbook' }],
        priority: 'high',
        due: { day: 3, at: [10, 15] },
        labels: ['ops'],
      },
      {
        title: 'Export the payouts that are missing for September',
        due: { day: 5 },
        labels: ['backend', 'billing'],
      },
      {
        title: 'Round VAT line by line, the way invoices do',
        priority: 'high',
        due: { day: 8 },
        labels: ['billing', 'bug'],
      },
      {
        title: 'Write down how we answer a chargeback',
        priority: 'low',
        labels: ['content'],
      },
      {
        title: 'Move the card form to the new tokens',
        description:
          'The form asks for a token first and sends only that:\n\n```ts\nconst token = await form.tokenize();\n```',
        status: 'in-progress',
        priority: 'high',
        due: { day: 2 },
        labels: ['backend'],
        assignee: 'jonas',
        worked: [
          { by: 'jonas', day: -1, at: [9, 30], minutes: 95, note: 'Token request' },
          { by: 'adaeze', day: -1, at: [14, 0], minutes: 40, note: 'Read through it together' },
        ],
      },
      {
        title: 'Currency menu forgets the last choice',
        priority: 'low',
        labels: ['bug'],
        assignee: null,
      },
      {
        title: 'Tell shops when a payout is late',
        status: 'planned',
        priority: 'no-priority',
        labels: ['customer'],
      },
      {
        title: 'Take instant bank transfers',
        description: 'Wait for the answer of the bank before any estimate.',
        status: 'planned',
        due: { day: 30 },
        assignee: 'adaeze',
      },
    ],
  },
  {
    name: 'Website',
    slug: 'WEB',
    description: 'The public site: start page, pricing, help and blog.',
    firstNumber: 58,
    tasks: [
      { title: 'Banner for the summer sale', status: 'archived', priority: 'low', labels: ['content'] },
      {
        title: 'Cookie notice that takes no for an answer',
        status: 'done',
        priority: 'high',
        due: { day: -5 },
        labels: ['design'],
        assignee: 'mira',
      },
      {
        title: 'Show the first line of the blog sooner',
        status: 'done',
        due: { day: -3 },
      },
      {
        title: 'New pricing table before the campaign starts',
        description: 'Three plans instead of four. Mira has the final numbers.',
        priority: 'high',
        due: { day: -1 },
        labels: ['content'],
      },
      {
        title: 'Read the landing page copy one last time',
        status: 'in-review',
        due: { day: 0 },
        labels: ['content'],
      },
      {
        title: 'Menu covers the heading on small phones',
        description: 'Seen at a width of 320 pixels, and with large text on any phone.',
        status: 'in-progress',
        due: { day: 1, at: [12, 15] },
        labels: ['bug', 'design'],
      },
      {
        title: 'Release notes for 4.2',
        priority: 'no-priority',
        due: { day: 2 },
        labels: ['content', 'release'],
      },
      {
        title: 'Drawings for the error pages',
        status: 'in-review',
        priority: 'low',
        due: { day: 4 },
        labels: ['design'],
        assignee: 'mira',
        worked: [{ by: 'mira', day: -2, at: [13, 15], minutes: 150, note: 'Sketches' }],
      },
      {
        title: 'Cut the invitation mail down to one screen',
        priority: 'low',
        due: { day: 9 },
        labels: ['content'],
      },
      {
        title: 'Smaller pictures on the start page',
        due: { day: 12, at: [15, 15] },
        labels: ['design'],
      },
      {
        title: 'Go through every form with a screen reader',
        description: 'Sign-up, contact, newsletter and checkout. Note what is read twice or not at all.',
        priority: 'high',
        due: { day: 16 },
      },
      {
        title: 'Forward the old help pages',
        priority: 'low',
        labels: ['ops'],
      },
      {
        title: 'Ask three customers for a quote',
        priority: 'no-priority',
        labels: ['content', 'customer'],
      },
      {
        title: 'Numbers of the three plans',
        status: 'done',
        priority: 'high',
        due: { day: -3 },
        labels: ['content'],
        assignee: 'mira',
      },
      {
        title: 'Pricing table on small phones',
        status: 'in-progress',
        due: { day: 1 },
        labels: ['design'],
        assignee: 'mira',
      },
      {
        title: 'Prices in the shop of the test system',
        labels: ['ops'],
        assignee: 'jonas',
      },
    ],
  },
];

/** By title. Subtask: the first is the parent. Blocks: the first blocks the second. */
export const SAMPLE_RELATIONS: { type: RelationType; from: string; to: string }[] = [
  { type: 'subtask', from: 'New pricing table before the campaign starts', to: 'Numbers of the three plans' },
  { type: 'subtask', from: 'New pricing table before the campaign starts', to: 'Pricing table on small phones' },
  {
    type: 'subtask',
    from: 'New pricing table before the campaign starts',
    to: 'Prices in the shop of the test system',
  },
  { type: 'subtask', from: 'Move the card form to the new tokens', to: "Update the payment provider's library" },
  { type: 'subtask', from: 'Move the card form to the new tokens', to: 'Two quick presses on “Pay” charge twice' },
  {
    type: 'blocks',
    from: 'Refund fails for a card past its expiry date',
    to: 'Export the payouts that are missing for September',
  },
  { type: 'blocks', from: 'Read the landing page copy one last time', to: 'Release notes for 4.2' },
  {
    type: 'related',
    from: 'Retry a declined card once before giving up',
    to: 'Say why a card was declined on the receipt page',
  },
];
