import { plural } from '../../../words/figures.ts';
import { dictionary } from '../../../words/language.ts';

export const t = dictionary({
  files: ['Faili', 'Files'],
  root: ['Mwanzo', 'Bucket'],
  folders: ['Folda', 'Folders'],
  count: (files: string, size: string) => [
    `faili ${files} · ${size}`,
    `${plural(files, 'file')} · ${size}`,
  ],
  loading: (count: string) => [
    `Faili ${count} zimesomwa hadi sasa…`,
    `${plural(count, 'file')} loaded so far…`,
  ],
  tooMany: (count: string) => [
    `Faili ${count} za kwanza zinaonyeshwa. Andika mwanzo wa jina ili kuona nyingine.`,
    `Showing the first ${count} files. Search by the start of a name to see others.`,
  ],
  search: ['Mwanzo wa jina', 'Name starts with'],
  upload: ['Pakia faili', 'Upload files'],
  uploadHint: [
    'Hadi MB 20 kila moja. Huwekwa kwenye folda iliyo wazi.',
    'Up to 20 MB each. Files go into the open folder.',
  ],
  uploads: ['Upakiaji', 'Uploads'],
  waiting: ['Inasubiri', 'Waiting'],
  sending: ['Inapakiwa', 'Uploading'],
  done: ['Imepakiwa', 'Uploaded'],
  stopped: ['Imesimamishwa', 'Stopped'],
  exists: ['Faili yenye jina hili ipo tayari.', 'A file with this name already exists.'],
  replace: ['Badilisha iliyopo', 'Replace it'],
  clear: ['Ondoa orodha', 'Clear list'],
  emptyTitle: ['Ndoo hii ni tupu', 'This bucket is empty'],
  emptyText: [
    'Buruta faili hapa juu, au zichague. Kila moja itapata anwani yake.',
    'Drop files above or choose them. Each file gets its own address.',
  ],
  emptyPrefix: ['Hakuna faili yenye mwanzo huo.', 'No file name starts with this.'],
  download: ['Pakua', 'Download'],
  link: ['Tengeneza kiungo', 'Create link'],
  linkText: [
    'Mwenye kiungo anaisoma faili bila ufunguo, hadi muda uishe.',
    'Anyone with the link can read the file without a key until it expires.',
  ],
  linkFor: ['Kwa muda gani', 'Valid for'],
  linkTimes: {
    '3600': ['Saa moja', '1 hour'],
    '86400': ['Siku moja', '1 day'],
    '604800': ['Siku saba', '7 days'],
  },
  linkUntil: (time: string) => [`Kinafanya kazi hadi ${time}.`, `Valid until ${time}.`],
  removed: (key: string) => [`${key} imefutwa.`, `${key} deleted.`],
  restored: (key: string) => [`${key} imerudishwa.`, `${key} restored.`],
  noPreview: [
    'Aina hii haionyeshwi hapa; ipakue ili kuiona.',
    'No preview for this file type. Download it to view it.',
  ],
  cut: ['Mwanzo wake tu unaonyeshwa.', 'Only the beginning is shown.'],
  type: ['Aina', 'Type'],
  size: ['Ukubwa', 'Size'],
});
