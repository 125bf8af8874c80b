import { dictionary } from '../../../words/language.ts';

const sw = {
  noJson: 'Hii si JSON kamili. Angalia mabano na alama za nukuu.',
  loading: 'Inapakia…',
  noKnowledge: 'Hakuna mkusanyo wala ndoo bado. Tengeneza moja, kisha urudi hapa.',
};

export const t = dictionary(sw, {
  noJson: 'This is not valid JSON. Check the brackets and quotation marks.',
  loading: 'Loading…',
  noKnowledge: 'No collections or buckets yet. Create one first.',
});
