/** The days and times that can be booked. */
import { locale, make } from '/page.js';

const daysMax = 7;
export const times =
  '09:00 09:30 10:00 10:30 11:00 11:30 14:00 14:30 15:00 15:30 16:00 16:30'.split(' ');

/** From tomorrow on, as 2026-11-20 in the time zone of the browser. */
export const days = Array.from({ length: daysMax }, (_, index) => {
  const day = new Date();
  day.setDate(day.getDate() + index + 1);
  const two = (number) => String(number).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
});

export function dayText(day) {
  const format = { weekday: 'long', day: 'numeric', month: 'long' };
  return new Date(`${day}T12:00`).toLocaleDateString(locale(), format);
}

/** A button for each day; `choose` is called with the day of the one that was pressed. */
export function dayButtons(chosen, choose) {
  return days.map((day) => {
    const date = new Date(`${day}T12:00`);
    const button = make(
      'button',
      {
        type: 'button',
        ariaPressed: String(day === chosen),
        title: dayText(day),
        data: { day },
      },
      make('small', { textContent: date.toLocaleDateString(locale(), { weekday: 'short' }) }),
      make('strong', { textContent: String(date.getDate()) }),
    );
    button.onclick = () => choose(day);
    return button;
  });
}
