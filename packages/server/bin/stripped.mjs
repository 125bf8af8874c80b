/**
 * Stores the sources without types in one file of the compile cache, because Node would read two files for each. An
 * entry is used only if the size and time of its source are unchanged; otherwise Node reads the source.
 */
import {
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import module from 'node:module';

const headBytes = 16;

/** Writes the file with the modules of these URLs. */
export function writeStripped(urls) {
  const file = packFile();
  if (file === undefined) return;
  const entries = {};
  const texts = [];
  let end = 0;
  for (const url of urls) {
    const source = realpathSync(new URL(url));
    const { size, mtimeMs } = statSync(source);
    const typed = readFileSync(source, 'utf8');
    // The same bytes that Node itself would compile, so that both use the same entry of the compile cache.
    const text = Buffer.from(module.stripTypeScriptTypes(typed, { sourceUrl: url }));
    entries[url] = [end, text.length, size, mtimeMs, source];
    texts.push(text);
    end += text.length;
  }
  const index = Buffer.from(JSON.stringify(entries));
  const part = `${file}.${process.pid}`;
  const head = Buffer.from(String(index.length).padEnd(headBytes));
  // The content is flushed before the rename, so that the file is complete even after a power failure.
  writeFileSync(part, Buffer.concat([head, index, ...texts]), { flush: true });
  renameSync(part, file);
}

/** Returns a function that returns the text of a module by its URL; undefined if the source must be read. */
export function openStripped() {
  try {
    const handle = openSync(packFile(), 'r');
    const read = (from, length) => {
      const bytes = Buffer.allocUnsafe(length);
      return readSync(handle, bytes, 0, length, from) === length ? bytes.utf8Slice() : undefined;
    };
    const indexBytes = Number(read(0, headBytes));
    const entries = JSON.parse(read(headBytes, indexBytes));
    return (url) => {
      const entry = entries[url];
      if (entry === undefined) return undefined;
      // Older versions did not write the path of the source.
      const [from, length, size, mtimeMs, source = new URL(url)] = entry;
      const now = statSync(source, { throwIfNoEntry: false });
      if (now?.size !== size || now.mtimeMs !== mtimeMs) return undefined;
      return read(headBytes + indexBytes + from, length);
    };
  } catch {
    // The file is missing or incomplete.
    return () => undefined;
  }
}

function packFile() {
  const folder = module.getCompileCacheDir?.();
  // Node appends a folder for its version and flags.
  return folder && `${folder}/../baraza-sources`;
}
