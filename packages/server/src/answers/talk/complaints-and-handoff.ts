/**
 * What is said to an assistant itself: that a person is wanted, that it is a machine, that it is no
 * good, that it should change language.
 */

import type { Language } from '@baraza/contract';
import { longPattern } from '../../kernel/long-pattern.ts';
import type { SmallTalk } from './small-talk-kind.ts';

const want =
  '(?:(?:please |can i |could i |may i |how (?:do|can) i |let me |i (?:want|need|would like|d like|wish' +
  '|prefer) to |i(?:d)? (?:want|like) to |i wanna )*)';
const someone =
  '(?:(?:a |an |the |some |your |with )*(?:real |live |actual |human )*(?:humans?|person|people|agents?|operator' +
  '|someone|somebody|representative|staff|manager|customer (?:care|service|support)|human being|attendant' +
  '|owner)(?: (?:please|now|instead))*)';

/** Folded words between single spaces, by kind, language (`any` where they are common to both) and number. */
export type Phrases = {
  readonly [name: `${SmallTalk} ${Language | 'any'}${string}`]: RegExp;
};

/** Longer phrases first, as in small talk. */
export const harder: Phrases = {
  'person en': new RegExp(
    ` ${want}(?:(?:speak|talk|chat|talking|speaking) (?:to|with)|connect me (?:to|with)|transfer me to|get ` +
      `me|give me|i (?:want|need)) ${someone}(?= )`,
    'g',
  ),
  'person en 2': longPattern(
    'g',
  )` (?:(?:please |can you |could you |can someone |can somebody |i want you to )*(?:call|phone
      |ring) me(?: back)?(?: (?:please|now))*|(?:real|live|human) (?:person|agent|human)|customer (?:care|service
      |support)|human (?:please|agent)|agent please)(?= )`,
  'person sw': longPattern(
    'g',
  )` (?:(?:nataka|ninataka|naomba|nahitaji|ninahitaji|naweza|ninaweza|ningependa
      |niweze|napenda) )*(?:(?:ku|ni|tu)(?:ongea|ongee|zungumza|zungumze|chati|wasiliana|wasiliane)|niunganishe
      |niunganisheni|nipe|nipeni)(?: (?:na|moja kwa moja|live))* (?:mtu|binadamu|mhudumu|wahudumu|mtu halisi
      |mfanyakazi|meneja|msimamizi|mwenye duka|mhusika|huduma kwa wateja|agent
      |customer care)(?: (?:halisi|wa kweli|wenu|mwingine|live))*(?= )`,
  'person sw 2': longPattern(
    'g',
  )` (?:(?:naomba|tafadhali|nataka|mnaweza|unaweza) )*(?:nipigie|nipigieni
      |mnipigie|unipigie|kunipigia|nitafute|mnitafute|nipigiwe)(?: simu)?(?= )`,
  'person sw 3':
    / (?:nahitaji|nataka|naomba|ninataka) (?:mtu(?: halisi)?|mhudumu|binadamu|huduma kwa wateja)(?= )/g,
  'robot en': longPattern(
    'g',
  )` (?:is this|are you|am i (?:talking|speaking|chatting) (?:to|with)|r u
      |you are)(?: just)?(?: an?)? (?:human(?: being)?|robot|bot|ai|real person|real human|real|person|machine
      |chatbot|computer)(?: or(?: an?)? (?:human|robot|bot|person|machine|real person))?(?= )`,
  'robot sw': longPattern(
    'g',
  )` (?:(?:wewe|we|hii|huyu) ni|naongea na|ninaongea na|nazungumza na|ni) (?:mtu
      |roboti|robot|bot|binadamu|mashine|kompyuta|ai)(?: (?:halisi|wa kweli|kweli))?(?: (?:au|ama) (?:ni )?(?:mtu
      |roboti|robot|bot|mashine|binadamu))?(?= )`,
  'language en': longPattern('g')` (?:(?:can|could) (?:you|we) (?:please )?
      |please )?(?:(?:speak|talk|reply|answer|write|respond|chat|switch)(?: to| in)? english
      |(?:in )?english(?= (?:please|only|tafadhali|pls) )|in english(?= $)|kwa kiingereza
      |kiingereza(?= tafadhali ))(?= )`,
  'language sw': longPattern('g')` (?:(?:can|could) (?:you|we) (?:please )?
      |please |naomba |tafadhali )?(?:(?:ongea|zungumza|jibu|nijibu|andika|tumia|tuongee
      |tuzungumze)(?: kwa)? kiswahili|kwa kiswahili|kiswahili(?= (?:tafadhali|tu|please|pls) )
      |(?:speak|talk|reply|answer|write|respond|chat|switch)(?: to| in)? (?:ki)?swahili
      |(?:in )?(?:ki)?swahili(?= (?:please|only|pls) )|in (?:ki)?swahili(?= $))(?= )`,
  'insult en': longPattern('g')` (?:(?:you|u|you all|you guys|you people|this bot|this thing
      |this assistant) (?:are|r|is) (?:so |such |very |all |just |really |an? |complete |total |bloody )*(?:stupid
      |useless|dumb|idiots?|fools?|foolish|thieves|thief|crooks?|liars?|rubbish|trash|garbage|moron|silly|hopeless
      |shit|crap|scam|scammers?|mad|crazy|bad|terrible|worst|fake)(?: (?:bot|robot|machine|assistant|people))?
      |fuck(?: you| off)?|f you|shut up|stupid(?: (?:bot|robot|machine|assistant))?|idiots?
      |useless(?: (?:bot|robot|machine|assistant))?|dumb bot|i hate you|go to hell|bullshit|scammers?
      |you suck)(?= )`,
  'insult sw': longPattern(
    'g',
  )` (?:(?:wewe|we|nyie|ninyi|nyinyi|hawa|mko) )?(?:ni )?(?:wezi|mwizi|matapeli
      |tapeli|wajinga|mjinga|pumbavu|mpumbavu|wapumbavu|washenzi|mshenzi|waongo|mwongo|muongo|mbwa|fala|mafala
      |malaya|bure kabisa|takataka|huna akili|hamna akili|huna maana|hamna maana|nyamaza|kenge|mkundu
      |kuma)(?: (?:wewe|nyie|ninyi|sana|kabisa|tu))*(?= )`,
  'complaint en': longPattern(
    'g',
  )` (?:your|the|this) (?:(?:customer )?(?:services?|shop|business|products?
      |staff|company|work|bot|assistant|website)) (?:is|are|was|were) (?:so |very |really |just |too )*(?:terrible
      |bad|poor|awful|horrible|the worst|worst|pathetic|slow|disappointing|rubbish|useless|rude)(?= )`,
  'complaint en 2': longPattern('g')` (?:i have an? (?:complaint|problem|issue)(?: with (?:you
      |your (?:services?|products?|staff)))?|i (?:want|would like|need|wish) to (?:complain|make a complaint
      |report a problem)|i am (?:very |so |really )*(?:disappointed|angry|unhappy|upset|not happy
      |frustrated)(?: with (?:you|your (?:services?|products?|staff)))?|you (?:cheated|lied to|robbed|scammed) me
      |(?:very )?(?:bad|poor|terrible) service|this is (?:so )?(?:ridiculous|unacceptable|frustrating))(?= )`,
  'complaint sw': longPattern(
    'g',
  )` (?:huduma (?:yenu|zenu|yako) (?:ni )?(?:mbaya|mbovu|hovyo|duni|ya hovyo
      |za hovyo)|huduma (?:mbaya|mbovu)|mna huduma (?:mbaya|mbovu)
      |(?:nina|nna) (?:malalamiko|lalamiko|tatizo|shida)|(?:nataka|naomba|ningependa) ku(?:lalamika
      |toa malalamiko)|nalalamika|ninalalamika|nimekasirika|nimesikitika|sijaridhika|sijafurahishwa|mmeniibia
      |mmenidanganya|mmenitapeli|umenidanganya|mnaboa|unaboa
      |mnachelewa)(?: (?:sana|kabisa|na huduma (?:yenu|zenu)))*(?= )`,
};
