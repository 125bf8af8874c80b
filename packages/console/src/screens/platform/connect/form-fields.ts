/** The fields of a form's schema, and the HTML for them. */
import { isJsonObject } from '../json-text.ts';

interface FormField {
  readonly name: string;
  readonly isRequired: boolean;
}

export function schemaFields(schema: unknown): readonly FormField[] {
  if (!isJsonObject(schema) || !isJsonObject(schema.properties)) return [];
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.keys(schema.properties).map((name) => ({
    name,
    isRequired: required.includes(name),
  }));
}

/** HTML to copy. Names are escaped. */
export function formMarkup(address: string, fields: readonly FormField[]): string {
  const asked = fields.length === 0 ? [{ name: 'name', isRequired: true }] : fields;
  return [
    `<form method="post" action="${escaped(address)}">`,
    ...asked.map(({ name, isRequired }) => {
      const safe = escaped(name);
      return `  <label>${safe} <input name="${safe}"${isRequired ? ' required' : ''}></label>`;
    }),
    '  <button>Send</button>',
    '</form>',
  ].join('\n');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
