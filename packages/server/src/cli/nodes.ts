import { nodeLimits } from '@baraza/contract/plain';
import { invalid } from '../kernel/problem.ts';
import type { Command } from './command.ts';
import { operationCommand, table } from './operation-command.ts';

export const nodeCommands: readonly Command[] = [
  operationCommand({
    name: 'nodes authorize',
    summary:
      'Authorise a node: it shows the grant, and applications that trust this server accept it.',
    usage: `--origin ORIGIN [--sites a,b] [--days ${nodeLimits.grantDaysDefault}]`,
    example: 'baraza nodes authorize --origin https://node.example --sites duka-la-asha --days 30',
    input: (given) => {
      const { sites, days } = given.options('sites', 'days');
      return {
        origin: given.required('origin'),
        ...(sites === undefined ? {} : { sites: namesIn(sites) }),
        ...(days === undefined ? {} : { days: wholeDays(days) }),
      };
    },
    show: ({ absent = [], ...grant }) => ({
      value: grant,
      lines: [
        `jti    ${grant.jti}`,
        `grant  ${grant.grant}`,
        'Put the grant into the file that BARAZA_GRANT_FILE names at the node.',
      ],
      ...(absent.length === 0 ? {} : { warnings: [absentSitesSentence(absent)] }),
    }),
  }),
  operationCommand({
    name: 'nodes revoke',
    summary: 'Revoke a grant before it expires.',
    usage: 'JTI',
    example: 'baraza nodes revoke grant_01jd7m8v3qf2x9a4t6c5b0n8we',
    input: (given) => ({ jti: given.positional(0) }),
    show: (ended) => [`${ended.jti} is revoked since ${ended.revokedAt}`],
  }),
  operationCommand({
    name: 'nodes list',
    summary: 'List grants with the usage that their nodes reported this month.',
    usage: '',
    example: 'baraza nodes list --json',
    input: () => ({}),
    show: (grants) =>
      table(grants, {
        jti: ({ jti }) => jti,
        origin: ({ origin }) => origin,
        sites: ({ sites }) => sites.join(','),
        status: ({ status }) => status,
        ends: ({ expiresAt }) => expiresAt,
        questions: ({ month }) => month?.questions ?? '-',
        answered: ({ month }) => month?.answered ?? '-',
        leads: ({ month }) => month?.leads ?? '-',
        reported: ({ reportedAt }) => reportedAt ?? 'never',
      }),
  }),
  operationCommand({
    name: 'nodes rotate-key',
    summary:
      'Create a new signing key; grants signed with the old one stay valid until they expire.',
    usage: '',
    example: 'baraza nodes rotate-key',
    input: () => ({}),
    show: ({ kid }) => ({ value: { kid }, lines: [`the key ${kid} signs from now on`] }),
  }),
];

// Limited, since a grant may name a thousand sites.
const namedMax = 5;

function absentSitesSentence(sites: readonly string[]): string {
  const others = sites.length > namedMax ? [`${sites.length - namedMax} others`] : [];
  // Created here, not at every start: the first formatter of a process takes 20 ms.
  const either = new Intl.ListFormat('en', { type: 'disjunction' });
  const names = either.format([...sites.slice(0, namedMax), ...others]);
  return (
    `There is no site ${names} on this server; the grant was created anyway, since a site may exist only on ` +
    'its node.'
  );
}

function namesIn(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.every((name) => name !== '')) return names;
  throw invalid('--sites must be names of sites, separated by commas.');
}

function wholeDays(text: string): number {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw invalid(`--days must be a whole number, not ${text}.`);
}
