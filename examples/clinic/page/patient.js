import { appointments, chosenDay, find, make, signedIn } from './clinic.js';

const times = '09:00 09:30 10:00 10:30 11:00 11:30 14:00 14:30 15:00 15:30 16:00 16:30'.split(' ');

await signedIn(async (user) => {
  const show = async () => {
    const day = chosenDay();
    const taken = new Set(await (await fetch(`/taken?day=${day}`)).json());
    const { records } = await appointments.list({ sort: 'slot' });
    const own = new Set(records.map(({ record }) => record.slot));
    const slots = times.map((time) => {
      const slot = `${day}T${time}`;
      const kind = own.has(slot) ? 'own' : taken.has(slot) ? 'taken' : 'free';
      const button = make('button', { textContent: time, className: kind, type: 'button' });
      button.disabled = kind !== 'free';
      button.dataset.slot = slot;
      button.onclick = () => book(slot, day);
      return button;
    });
    find('slots').replaceChildren(...slots);
    const rows = records.map(({ recordId, record }) => {
      const cancel = make('button', { textContent: 'Cancel', className: 'quiet', type: 'button' });
      cancel.onclick = () => appointments.delete(recordId).then(show);
      const when = make('strong', { textContent: record.slot.replace('T', ', ') });
      return make(
        'li',
        {},
        make('span', {}, when, make('small', { textContent: record.reason })),
        cancel,
      );
    });
    find('own').replaceChildren(...rows);
    find('none').hidden = rows.length > 0;
  };
  const book = async (slot, day) => {
    const { id: patient, name } = user;
    const reason = find('reason').value;
    try {
      await appointments.create({ slot, day, patient, name, reason, status: 'booked' });
      find('said').textContent = `You are booked for ${slot.replace('T', ' at ')}.`;
    } catch (error) {
      if (error.field !== 'slot') throw error;
      find('said').textContent = 'Another patient was faster. Please choose another time.';
    }
    await show();
  };
  find('day').onchange = show;
  await show();
});

find('question').onsubmit = async (event) => {
  event.preventDefault();
  const question = new FormData(find('question')).get('text');
  const response = await fetch(`/ask?question=${encodeURIComponent(question)}`);
  find('answer').textContent = '';
  for await (const piece of response.body.pipeThrough(new TextDecoderStream()))
    find('answer').textContent += piece;
};
