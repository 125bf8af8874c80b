/** The page of the people: sign up, choose a time, cancel. The rules of the collection decide; there is no key. */

import { dayButtons, days, dayText, times } from '/days.js';
import {
  baraza,
  find,
  follow,
  make,
  say,
  settings,
  showAssistant,
  signedIn,
  speak,
} from '/page.js';

const visits = baraza.resources.collection(settings.visits);
let [day] = days;
let me;
let booked = [];
let said = '';

speak(draw);
showAssistant();
await signedIn(async (user) => {
  me = user.id;
  await follow(settings.visits, load);
});

async function load() {
  const all = [];
  for await (const visit of visits.iterate({ where: { slot: { gte: days[0] } }, sort: 'slot' }))
    all.push(visit);
  booked = all;
  draw();
}

function draw() {
  find('days').replaceChildren(
    ...dayButtons(day, (next) => {
      day = next;
      said = '';
      draw();
    }),
  );
  find('slots').replaceChildren(...times.map(slotButton));
  find('said').textContent = said;
  const own = booked.filter(({ record }) => record.person === me);
  find('own').replaceChildren(...own.map(rowOf));
  find('none').hidden = own.length > 0;
}

function slotButton(time) {
  const slot = `${day}T${time}`;
  const visit = booked.find(({ record }) => record.slot === slot);
  const state = visit === undefined ? 'free' : visit.record.person === me ? 'own' : 'taken';
  const button = make('button', {
    type: 'button',
    className: state,
    textContent: time,
    data: { slot },
  });
  button.disabled = state !== 'free';
  button.onclick = () => book(slot);
  return button;
}

async function book(slot) {
  try {
    await visits.create({ slot, person: me, status: 'booked' });
    said = say('booked').replace('{when}', whenText(slot));
  } catch (error) {
    said = error.field === 'slot' ? say('faster') : error.message;
  }
  await load();
}

function rowOf({ recordId, record }) {
  const cancel = make('button', { type: 'button', className: 'quiet', textContent: say('cancel') });
  cancel.onclick = async () => {
    said = '';
    await visits.delete(recordId);
    await load();
  };
  return make('li', {}, make('strong', { textContent: whenText(record.slot) }), cancel);
}

function whenText(slot) {
  const [date, time] = slot.split('T');
  return `${dayText(date)}, ${time}`;
}
