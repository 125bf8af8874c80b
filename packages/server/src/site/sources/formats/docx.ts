/** Word files, converted to HTML; only their text parts are read, never macros and objects. */

import mammoth from 'mammoth';
import { invalid } from '../../../kernel/problem.ts';
import type { ReadText } from './blocks.ts';
import { readHtml } from './html.ts';
import { plainOfficeFile } from './office-zip.ts';

// Word shows these styles as headings, but the format does not mark them as such.
const styleMap = ["p[style-name='Title'] => h1:fresh", "p[style-name='Subtitle'] => p:fresh"];

export async function readDocx(bytes: Uint8Array): Promise<ReadText> {
  const { file } = plainOfficeFile(bytes, 'docx');
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
    throw invalid(
      'This Word file is damaged: open it in Word, save it again as .docx and send that.',
      { cause },
    );
  }
  return readHtml(html, { isWholePage: false });
}
