import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minuteMs } from '@baraza/contract';
import { openServer } from '../../../test/fixtures/server.ts';
import { joinProcesses } from '../../store/processes/processes.ts';
import { examineContents } from './database.ts';

test('the doctor reports running processes, the connections they need, and a wrong clock', async (t) => {
  const { installation, close } = await openServer('postgres');
  t.after(close);
  const { config, store } = installation;
  const processes = ['one', 'other'].map((id) => ({
    id,
    folder: `of ${id}`,
    address: `http://${id}`,
  }));
  for (const process of processes) await store.write((tx) => joinProcesses(tx, process, 0));
  const look = async (aheadMs: number, connections: number) => {
    const settings = { ...config, databaseConnectionsMax: connections };
    const findings = await examineContents(settings, store, () => Date.now() + aheadMs);
    return Object.fromEntries(findings.map(({ name, status, saw }) => [name, `${status}: ${saw}`]));
  };
  const well = await look(0, 10);
  assert.equal(
    well.processes,
    'ok: 2 on the database, 2 data folders: http://one (folder of one), http://other (folder of other)',
  );
  assert.match(well.connections ?? '', /^ok: up to 2 × \(10 \+ 1\) = 22 of the \d+ that/);
  assert.match(well.clocks ?? '', /^ok: /);
  const ahead = await look(minuteMs, 999);
  assert.match(ahead.clocks ?? '', /^failing: .* is 60 s ahead of that of the database$/);
  assert.match(ahead.connections ?? '', /^failing: up to 2 × \(999 \+ 1\) = 2000 of/);
  const behind = await look(-minuteMs, 10);
  assert.match(behind.clocks ?? '', /^failing: .* is (?:59|60) s behind that of the database$/);
});
