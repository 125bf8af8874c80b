/** Word files, by way of HTML; only their text parts are looked at, so that macros and objects are never reached. */
import mammoth from 'mammoth';
import { type ReadText, Unreadable } from './blocks.ts';
import { readHtml } from './html.ts';
import { plainOfficeFile } from './office-zip.ts';

// Styles of the office programs that are headings to a reader, and no headings to the format.
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
    throw new Unreadable(
      'This Word file is damaged: open it in Word, save it again as .docx and send that.',
      { cause },
    );
  }
  return readHtml(html, { isWholePage: false });
}
