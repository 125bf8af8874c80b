import { dictionary } from '../../../words/language.ts';

export const t = dictionary({
  title: ['Kazi', 'Work'],
  lead: ['Zilizo wazi na zilizokamilika.', 'Open and completed tasks.'],
  open: ['Wazi', 'Open'],
  late: ['Zimechelewa', 'Overdue'],
  done: ['Zimekamilika', 'Done'],
  add: ['Ongeza kazi', 'Add task'],
  what: ['Kazi mpya', 'New task'],
  complete: ['Kamilisha', 'Complete'],
  completed: ['Kazi imekamilika.', 'Task completed.'],
  completeNote: [
    'Kazi iliyokamilika haiwezi kufunguliwa tena wala kubadilishwa.',
    'A completed task cannot be reopened or changed.',
  ],
  added: ['Kazi imeongezwa.', 'Task added.'],
  assignee: ['Nani', 'Assignee'],
  unassigned: ['Hakuna mtu', 'Unassigned'],
  show: ['Onyesha kazi za', 'Assigned to'],
  everybody: ['Wote', 'Everyone'],
  due: (day: string) => [`kufikia ${day}`, `due ${day}`],
  dueLabel: ['Kufikia lini', 'Due'],
  details: ['Cha kufanya', 'Details'],
  noDetails: ['Hakuna maelezo. Yaandike kwenye Mipangilio.', 'No details. Add them under Config.'],
  doneAt: (when: string) => [`ilikamilika ${when}`, `done ${when}`],
  nothingOpen: [
    'Hakuna kazi iliyo wazi. Ongeza ya kwanza hapo juu.',
    'No open tasks. Add the first one above.',
  ],
  nothingDone: ['Bado hakuna iliyokamilika.', 'No completed tasks yet.'],
});
