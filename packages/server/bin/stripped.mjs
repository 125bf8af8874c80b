/**
 * Our sources without types, in one file of the compile cache: Node would look for each of them in two files. An entry
 * counts only while its source has the size and the time that it had then; otherwise Node reads the source.
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

/** Writes the modules of these URLs. */
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
    // Byte for byte what Node makes of it, so that both find the same compiled code.
    const text = Buffer.from(module.stripTypeScriptTypes(typed, { sourceUrl: url }));
    entries[url] = [end, text.length, size, mtimeMs, source];
    texts.push(text);
    end += text.length;
  }
  const index = Buffer.from(JSON.stringify(entries));
  const part = `${file}.${process.pid}`;
  const head = Buffer.from(String(index.length).padEnd(headBytes));
  // The name must not appear before the content, even if the machine stops.
  writeFileSync(part, Buffer.concat([head, index, ...texts]), { flush: true });
  renameSync(part, file);
}

/** Returns a function from the URL of a module to its text; undefined if it must be read from the source. */
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
      // An older version wrote no path.
      const [from, length, size, mtimeMs, source = new URL(url)] = entry;
      const now = statSync(source, { throwIfNoEntry: false });
      if (now?.size !== size || now.mtimeMs !== mtimeMs) return undefined;
      return read(headBytes + indexBytes + from, length);
    };
  } catch {
    // There is none, or it is not whole.
    return () => undefined;
  }
}

function packFile() {
  const folder = module.getCompileCacheDir?.();
  // Node appends a folder for its version and flags.
  return folder && `${folder}/../baraza-sources`;
}
