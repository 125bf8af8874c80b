import { cancel, confirm, intro, isCancel, select, text } from '@clack/prompts';
import { templates } from './arguments.mjs';
import { checkTarget } from './folder.mjs';
import { Refusal } from './refusal.mjs';

const cancelledExitCode = 130;
const nameGiven = 'my-baraza';

/** Asks at most three questions: what was not given, in a terminal. */
export async function askFor({ folder, template, yes, start }) {
  if (yes) return { folder: folder ?? nameGiven, template: template ?? 'shop', start };
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    if (folder !== undefined && template !== undefined) return { folder, template, start };
    throw new Refusal(
      'Without a terminal nothing can be asked: name a folder and a --template, or add --yes.',
    );
  }
  intro('Baraza');
  return {
    template: template ?? (await ask(select, whatQuestion)),
    folder: folder ?? (await ask(text, folderQuestion)),
    start: start || (await ask(confirm, startQuestion)),
  };
}

const whatQuestion = {
  message: 'What would you like to make?',
  options: Object.entries(templates).map(([value, label]) => ({ value, label })),
};

const folderQuestion = {
  message: 'In which folder?',
  placeholder: nameGiven,
  defaultValue: nameGiven,
  validate: (value) => {
    try {
      checkTarget(value || nameGiven);
    } catch (error) {
      return error.message;
    }
    return undefined;
  },
};

const startQuestion = { message: 'Install its packages and start it now?' };

async function ask(question, options) {
  const answer = await question(options);
  if (!isCancel(answer)) return answer;
  cancel('Nothing was written.');
  throw new Refusal('', cancelledExitCode);
}
