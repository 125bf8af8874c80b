import { appointments, appointmentsId, baraza, chosenDay, find, make, signedIn } from './clinic.js';

await signedIn(async () => {
  const byId = new Map();
  const draw = () => {
    const rows = [...byId.values()]
      .filter(({ record }) => record.day === chosenDay())
      .sort((one, other) => one.record.slot.localeCompare(other.record.slot))
      .map(({ recordId, record }) => {
        const isHere = record.status === 'arrived';
        const button = make('button', { textContent: isHere ? 'Here' : 'Arrived', type: 'button' });
        button.disabled = isHere;
        button.onclick = () => appointments.patch(recordId, { status: 'arrived' });
        const reason = make('small', { textContent: record.reason });
        const time = make('time', { textContent: record.slot.slice(11) });
        const about = make('span', {}, make('b', { textContent: record.name }), reason);
        return make('li', { className: record.status }, time, about, button);
      });
    find('own').replaceChildren(...rows);
    find('none').hidden = rows.length > 0;
  };
  const load = async () => {
    byId.clear();
    for await (const one of appointments.iterate({ where: { day: chosenDay() } }))
      byId.set(one.recordId, one);
    draw();
  };
  find('day').onchange = load;
  const options = { resources: [appointmentsId], include: 'record', onGap: load };
  // Loads the changes that were missed while there was no connection.
  const onConnection = (isOpen) => {
    find('live').className = isOpen ? 'on' : '';
    if (isOpen) void load();
  };
  for await (const { activity } of baraza.events({ ...options, onConnection })) {
    const { recordId } = activity.detail;
    if (activity.record) byId.set(recordId, activity.record);
    else byId.delete(recordId);
    draw();
  }
});
