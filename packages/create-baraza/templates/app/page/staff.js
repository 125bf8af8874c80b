/** The page of the staff: the visits of a day, live. `expand` brings the names, which only the staff may view. */

import { dayButtons, days } from '/days.js';
import { baraza, find, follow, make, say, settings, signedIn, speak } from '/page.js';

const visits = baraza.resources.collection(settings.visits);
let [day] = days;
let shown = [];
let people = {};

speak(draw);
await signedIn(() => follow(settings.visits, load));

async function load() {
  const where = { slot: { gte: `${day}T00:00`, lte: `${day}T23:59` } };
  const { records, expanded } = await visits.list({
    where,
    sort: 'slot',
    expand: ['person'],
    limit: 50,
  });
  shown = records;
  people = expanded.person ?? {};
  draw();
}

function draw() {
  find('days').replaceChildren(
    ...dayButtons(day, (next) => {
      day = next;
      void load();
    }),
  );
  find('none').hidden = shown.length > 0;
  find('visits').replaceChildren(...shown.map(rowOf));
}

function rowOf({ recordId, record }) {
  const { name = '', email = '' } = people[record.person]?.record ?? {};
  const here = make('button', { type: 'button', textContent: say('here') });
  here.disabled = record.status === 'here';
  here.onclick = () => visits.patch(recordId, { status: 'here' });
  return make(
    'li',
    { className: record.status, data: { visit: recordId } },
    make('time', { textContent: record.slot.slice(11) }),
    make(
      'span',
      { className: 'what' },
      make('strong', { textContent: name }),
      make('small', { textContent: email }),
    ),
    here,
  );
}
