/** The same call for curl and for the typed client. The key is a variable, because the page never has a key. */
import { signedIn } from '../../api/session.ts';
import { CodeSnippet, type Snippet } from '../../design/figures/code-snippet.tsx';
import { t } from './resource/words.ts';
import { shellSafe } from './shell-safe.ts';

interface Call {
  readonly method: string;
  /** The path after `/api/platform`. */
  readonly path: string;
  readonly body?: unknown;
  /** Other arguments of curl, such as a form. */
  readonly curl?: readonly string[];
  readonly client: string;
}

export function CallCode({ label, ...call }: Call & { readonly label?: string }) {
  return <CodeSnippet label={label ?? t.inCode} snippets={callSnippets(call)} />;
}

export function callSnippets(about: Call): readonly Snippet[] {
  const { method, path, body, curl = [], client } = about;
  const { platformUrl } = signedIn();
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${shellSafe(`${platformUrl}/api/platform${path}`)}'`,
    `-H "Authorization: Bearer $BARAZA_KEY"`,
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d '${shellSafe(JSON.stringify(body))}'`]),
    ...curl,
  ];
  return [
    { id: 'curl', label: 'curl', code: lines.join(' \\\n  ') },
    { id: 'client', label: '@baraza/client', code: `${clientStart(platformUrl)}\n${client}` },
  ];
}

// Joined at run time, so that tools do not take it for an import of this file.
const fromClient = ['from', "'@baraza/client'"].join(' ');

function clientStart(platformUrl: string): string {
  return [
    `import { createPlatformClient } ${fromClient};`,
    `const baraza = createPlatformClient({ baseUrl: '${platformUrl}', key: process.env.BARAZA_KEY });`,
  ].join('\n');
}

/** The import line of a client function. */
export function clientImport(name: string): string {
  return `import { ${name} } ${fromClient};`;
}
