import { parseArgs } from 'node:util';
import { Refusal } from './refusal.mjs';

/** What can be made, by the name that `--template` takes. */
export const templates = {
  shop: 'A shop: people order, and an assistant answers their questions',
  app: 'An app with users: people sign up and book, the staff see it live',
  both: 'Both: an app with users, and an assistant on its page',
};

export const help = `npm create baraza [FOLDER] -- [options]

  --template shop|app|both  what to make; asked if it is not given
  --yes                     ask nothing: the folder is my-baraza, the template is shop
  --start                   install the packages and start the project
  --packages FOLDER         take baraza and @baraza/client from the .tgz files in FOLDER
  --help                    print this

${Object.entries(templates)
  .map(([name, text]) => `  ${name.padEnd(6)}${text}`)
  .join('\n')}`;

export function readArguments(words) {
  const { values, positionals } = parse(words);
  const { template } = values;
  if (template !== undefined && !Object.hasOwn(templates, template))
    throw new Refusal(`There is no template ${template}; there are shop, app and both.`);
  if (positionals.length > 1)
    throw new Refusal(`Name one folder, not ${positionals.length}: ${positionals.join(', ')}.`);
  return { ...values, folder: positionals[0] };
}

function parse(words) {
  try {
    return parseArgs({
      args: words,
      allowPositionals: true,
      options: {
        template: { type: 'string' },
        packages: { type: 'string' },
        yes: { type: 'boolean', default: false },
        start: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false, short: 'h' },
      },
    });
  } catch (error) {
    // Its first sentence says what is wrong; the others explain the parser.
    throw new Refusal(`${error.message.split('. ')[0]}; --help lists the options.`);
  }
}
