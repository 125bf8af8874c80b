import { mkdtempSync, writeFileSync } from 'node:fs';
import { artefact, load, unpack, databases } from './e2e/recorder/pending/parts.ts';
import { findPending } from './e2e/recorder/pending/found.ts';
import { createSeparateDatabase } from './packages/server/test/postgres/server.ts';
for (const db of process.argv[3] ? [process.argv[3]] : databases) {
  const f = mkdtempSync('/tmp/fnd-');
  const data = unpack(artefact(db as never, '/tmp/pend'), f);
  let database; if (db==='postgres') { database = await createSeparateDatabase(); await load(f+'/dump.sql', database); }
  const o = await findPending(data, database ? {database} : {});
  writeFileSync(`${process.argv[2]}-${db}.ndjson`, o.map(x=>JSON.stringify(x)+'\n').join(''));
}
process.exit();
