/** Word files, converted to HTML; only their text parts are read, never macros and objects. */

import mammoth from 'mammoth';
import { invalid } from '../../../kernel/problem.ts';
import type { ReadText } from './blocks.ts';
import { readHtml } from './html.ts';
import { plainOfficeFile } from './office-zip.ts';

// Word shows these styles as headings, but the format does not mark them as such.
const styleMap = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"];

const damaged = 'This Word file is damaged: open it in Word, save it again as .docx and send that.';
// The parser looks at all open fields for each piece of text; Word has two or three within each other.
const openFieldsMax = 100;

export async function readDocx(bytes: Uint8Array): Promise<ReadText> {
  const { file } = plainOfficeFile(bytes, 'docx', withoutDeepFields);
  let html: string;
  try {
    const converted = await mammoth.convertToHtml(
      { buffer: Buffer.from(file) },
      {
        styleMap,
        includeEmbeddedStyleMap: false,
        externalFileAccess: false,
        convertImage: mammoth.images.imgElement(async () => ({ src: '' })),
      },
    );
    html = converted.value;
  } catch (cause) {
    throw invalid(damaged, { cause });
  }
  return readHtml(html, { isWholePage: false });
}

function withoutDeepFields<Part extends Uint8Array>(part: Part): Part {
  let open = 0;
  const text = Buffer.from(part.buffer, part.byteOffset, part.byteLength).toString('latin1');
  for (const [, kind] of text.matchAll(/fldCharType\s*=\s*["'](\w*)/g)) {
    if (kind === 'begin') open += 1;
    else if (kind === 'end') open = Math.max(0, open - 1);
    // Written in a way that no program does, such as with a reference.
    else if (kind !== 'separate') throw invalid(damaged);
    if (open > openFieldsMax) throw invalid(damaged);
  }
  return part;
}
