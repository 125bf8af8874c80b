import { Problem } from '../../kernel/problem.ts';

/**
 * Decodes `Content-Transfer-Encoding`. Browsers send parts unencoded; the few clients that still encode
 * them declare it, and the decoded bytes must be stored.
 */
export function decodeTransfer(
  content: AsyncIterable<Buffer>,
  encoding: string | undefined,
): AsyncIterable<Buffer> {
  switch (encoding?.trim().toLowerCase() ?? '') {
    case '':
    case '7bit':
    case '8bit':
    case 'binary':
      return content;
    case 'base64':
      return decodeBase64(content);
    default:
      throw new Problem('invalid', 'Content-Transfer-Encoding must be binary or base64.');
  }
}

async function* decodeBase64(content: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let rest = '';
  for await (const chunk of content) {
    const text = rest + chunk.toString('latin1').replaceAll(/[\r\n\t ]/g, '');
    if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text)) throw malformed();
    const whole = text.length - (text.length % 4);
    rest = text.slice(whole);
    if (whole > 0) yield Buffer.from(text.slice(0, whole), 'base64');
  }
  if (rest !== '') throw malformed();
}

function malformed(): Problem {
  return new Problem('invalid', 'The part is not well-formed base64.');
}
