/** Accessible names, roles and states. */
import type { ViewCheck } from '../view-check.ts';

/** By view: patterns that its accessibility tree must match. */
export const EXPECTED_NAMES: Record<string, RegExp[]> = {
  'first run': [/heading "Punchcard" \[level=1\]/, /textbox "Server address"/, /navigation "Other ways to begin"/],
  'address, missing': [/textbox "Server address"/, /Type the address of your server/],
  code: [/heading/, /Enter this code in your browser/, /button "Open browser"/],
  'my tasks': [
    /heading "Punchcard" \[level=1\]/,
    /tab "My tasks \d+" \[selected\]/,
    /tab "Board"/,
    /heading "Overdue/,
    /button "[A-Z]+-\d+ .*(late|today|tomorrow)/,
    /button "Settings"/,
    /status/,
  ],
  'my tasks: selection': [
    /toolbar "Actions for 2 tasks"/,
    /button "[A-Z]+-\d+ .*, selected"/,
    /button "Select none"/,
    /status: 2 selected/,
  ],
  'time: selection': [/toolbar "Actions for 1 entr/, /button ".*, selected"/, /button "Move to day…"/],
  'timer: note': [/textbox "Note"/, /button "Change the start: /, /button "Stop"/],
  'timer: start': [/textbox "Started"/, /so far/],
  taskPage: [/heading/, /button "Back"/, /Due/, /Assignee/],
  board: [/tab "Board" \[selected\]/, /region "To do, \d+ tasks?/, /button "[A-Z]+-\d+ /],
  time: [/tab "Time" \[selected\]/, /list "Time entries"/, /button "[A-Z]+-\d+ .* – /, /radio "Days" \[checked\]/],
  day: [
    /radio "Day" \[checked\]/,
    /region "Hours of the day"/,
    /list "Time entries"/,
    /button "[A-Z]+-\d+ .*–/,
    /button ".*, \d+:\d\d of 8:00" \[pressed\]|, day off" \[pressed\]/,
  ],
  week: [
    /radio "Week" \[checked\]/,
    /grid "Timesheet"/,
    /columnheader/,
    /rowheader/,
    /gridcell "[A-Z]+-\d+, .*: \d+:\d\d/,
  ],
  'week: closing': [/region "Close week \d+"/, /button "Not yet"/],
  'week, 1040 px': [/tab "Week" \[selected\]/, /grid "Timesheet"/],
  'time rules': [/heading "Time rules"/, /switch "Daily targets"/, /textbox "Monday"/, /textbox "Rate per hour: /],
  'entry form': [/textbox "Start"/, /textbox "End"/, /textbox "Note"/, /button "Save"/],
  'today, 720 px': [/tab "Today" \[selected\]/, /region "My tasks"/, /heading "My tasks"/, /region "Time"/],
  'today, 1040 px': [/region "My tasks"/, /region "Time"/, /heading "This week"/, /list "Projects"/, /list "Tasks"/],
  'filter, 1040 px': [/textbox "Filter my tasks"/, /tab "Today" \[selected\]/],
  'month, 1040 px': [/radio "Month" \[checked\]/, /gridcell/],
  'taskPage: mentions': [/textbox "Write a comment"/, /listbox/, /option "[^"]+" \[selected\]/],
  'task search: new task': [/option "New task “nothing is called this”/],
  'board: selection': [/toolbar "Actions for 1 task"/, /button "[A-Z]+-\d+ .*, selected"/],
  'board: new task': [/textbox "New task in /],
  'board: archived': [/is archived/, /button "Unarchive"/],
  'time: working hours': [/button "Gap of /],
  'report, 1040 px': [/counted twice/, /button "Fix…"/, /iframe/],
  'report: saved': [/button "E-mail…"/, /button "Show in folder"/],
  'settings: testing a shortcut': [/status: Press .* now/],
  'assistant asks': [/region "Zed asks"/, /button "Allow"/, /button "Change first…"/, /button "Always allow"/],
  'settings: assistant asks': [/region "Zed asks"/, /tab "General"/],
  'settings: assistants': [/switch "Let assistants use Punchcard" \[checked\]/, /group "Make and change tasks"/],
  'what assistants did': [/heading "What assistants did"/, /list "Today"/, /button "Pause them all"/],
  'away: selection': [/toolbar "Actions for 1 task"/, /region "You were away/],
  'away: closing a week': [/region "Close week \d+"/, /region "You were away/],
  'description conflict': [/Written here/],
  'the same entry': [/heading "Is this the same entry\?"/, /rowheader "Start"/],
  'report: preview': [/heading "Preview"/, /region "Preview"/, /button "Actual size"/, /iframe/],
  outbox: [/heading "Not sent yet"/, /listitem/],
  'my tasks, empty': [/heading "What are you working on\?"/, /textbox "First task"/],
  'recent changes': [/list "Recent changes"/, /button "Undo: /],
  'settings: General': [/tab "General" \[selected\]/, /radio "System" \[checked\]/, /switch "Assign new tasks to me"/],
  'project: Webhook': [/tab "Webhook" \[selected\]/],
  offline: [/region ".* does not answer"/, /button "Try now"/],
  'quick add': [/combobox "New task"/],
  'quick add: suggestions': [/combobox "New task" \[expanded\]/, /option .* \[selected\]/],
};

/** `checked` collects the names of the views. */
export function checkAccessibleNames(missing: string[], checked: Set<string>): ViewCheck {
  return async (name, page) => {
    const patterns = EXPECTED_NAMES[name];
    if (patterns === undefined) return;
    const tree = await page.locator('body').ariaSnapshot();
    checked.add(name);
    for (const pattern of patterns) {
      if (!pattern.test(tree)) missing.push(`${name}: ${pattern.source} in\n${tree.slice(0, 3000)}`);
    }
  };
}
