/** How to paste the line of code, for each kind of website builder. */
import type { Pair } from '../../../words/language.ts';

export const guides = {
  HTML: [
    [
      'Nakili mstari ulio hapo juu.',
      'Fungua faili ya kila ukurasa wa tovuti yako, mfano index.html.',
      'Bandika mstari kabla tu ya </body>, karibu na mwisho wa faili.',
      'Hifadhi, pakia faili kwenye seva yako, kisha fungua ukurasa uone msaidizi kwenye kona.',
    ],
    [
      'Copy the line above.',
      'Open the file of each page of your website, for example index.html.',
      'Paste the line just before </body>, near the end of the file.',
      'Save the file, upload it, and open the page: the assistant is in the corner.',
    ],
  ],
  WordPress: [
    [
      'Ingia kwenye dashibodi ya WordPress. Fungua Plugins → Add New, tafuta “WPCode”, kisha Install na Activate.',
      'Fungua Code Snippets → Header & Footer.',
      'Bandika mstari kwenye kisanduku cha Footer, kisha bonyeza Save Changes.',
      'Fungua tovuti yako uone. Kama unatumia programu-jalizi ya cache, ifute kwanza.',
    ],
    [
      'In the WordPress dashboard open Plugins → Add New, search for “WPCode”, then Install and Activate it.',
      'Open Code Snippets → Header & Footer.',
      'Paste the line into the Footer box and press Save Changes.',
      'Open your website. If you use a cache plugin, clear it first.',
    ],
  ],
  Wix: [
    [
      'Fungua dashibodi ya Wix ya tovuti yako: Settings → Custom Code (chini ya Advanced).',
      'Bonyeza + Add Custom Code, ubandike mstari.',
      'Chagua All pages, na kwenye “Place Code in” chagua Body - end. Bonyeza Apply.',
      'Chapisha tovuti (Publish). Wix huruhusu hili kwa tovuti yenye mpango wa kulipia na jina lake.',
    ],
    [
      'In the Wix dashboard of your site open Settings → Custom Code (below Advanced).',
      'Press + Add Custom Code and paste the line.',
      'Choose All pages and, for “Place Code in”, Body - end. Press Apply.',
      'Publish the site. Wix allows this for sites with a paid plan and their own domain.',
    ],
  ],
  Shopify: [
    [
      'Fungua Shopify admin: Online Store → Themes.',
      'Kwenye theme yako bonyeza … → Edit code, kisha fungua layout/theme.liquid.',
      'Bandika mstari kabla tu ya </body>, kisha Save.',
      'Fungua duka lako uone msaidizi kwenye kona.',
    ],
    [
      'In the Shopify admin open Online Store → Themes.',
      'On your theme press … → Edit code, and open layout/theme.liquid.',
      'Paste the line just before </body> and press Save.',
      'Open your shop: the assistant is in the corner.',
    ],
  ],
} satisfies Readonly<Record<string, Pair<readonly string[]>>>;
