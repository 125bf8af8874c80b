import { signal } from '@preact/signals';
import { render } from 'preact';

const rows = Array.from({ length: 1000 }, (_, at) => ({ name: `Record ${at}`, size: signal(at) }));
const first = signal(0);
const fields = Array.from({ length: 6 }, () => signal(''));

function Row({ row }) {
  return (
    <tr>
      <td>{row.name}</td>
      <td>{row.size}</td>
    </tr>
  );
}

function App() {
  return (
    <main>
      {fields.map((field, at) => (
        <label key={at}>
          Field {at}
          <input value={field} onInput={(event) => (field.value = event.currentTarget.value)} />
          <b>{field}</b>
        </label>
      ))}
      <table>
        <tbody>
          {rows.slice(first.value, first.value + 24).map((row) => (
            <Row key={row.name} row={row} />
          ))}
        </tbody>
      </table>
    </main>
  );
}

export const start = (root) => render(<App />, root);
export const update = (step) => {
  rows[step % 24].size.value = step + 5000;
};
export const scroll = (to) => {
  first.value = to;
};
