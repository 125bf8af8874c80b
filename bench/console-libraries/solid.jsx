import { createSignal, For } from 'solid-js';
import { render } from 'solid-js/web';

const rows = Array.from({ length: 1000 }, (_, at) => ({
  name: `Record ${at}`,
  size: createSignal(at),
}));
const [first, setFirst] = createSignal(0);
const fields = Array.from({ length: 6 }, () => createSignal(''));

function App() {
  return (
    <main>
      <For each={fields}>
        {([value, setValue], at) => (
          <label>
            Field {at()}
            <input value={value()} onInput={(event) => setValue(event.currentTarget.value)} />
            <b>{value()}</b>
          </label>
        )}
      </For>
      <table>
        <tbody>
          <For each={rows.slice(first(), first() + 24)}>
            {(row) => (
              <tr>
                <td>{row.name}</td>
                <td>{row.size[0]()}</td>
              </tr>
            )}
          </For>
        </tbody>
      </table>
    </main>
  );
}

export const start = (root) => render(() => <App />, root);
export const update = (step) => rows[step % 24].size[1](step + 5000);
export const scroll = (to) => setFirst(to);
