/** A restaurant with one page in Swahili, and its menu in a table without column names. */
import type { WebPage } from './website.ts';

export const restaurant: { readonly [path: string]: WebPage } = {
  '/': `<!DOCTYPE html><html lang="sw"><head><meta charset="utf-8"><title>Mama Zuhura – Chakula cha Pwani</title>
<meta property="og:site_name" content="Mama Zuhura Restaurant"></head><body>
<div class="hero"><h1>Karibu Mama Zuhura</h1><p>Chakula cha Pwani kitamu, kinapikwa kila siku hapa Likoni, Mombasa.</p>
<a href="#menyu">Menyu</a> <a href="#mawasiliano">Mawasiliano</a></div>
<section id="menyu"><h2>Menyu na bei</h2><table>
<tr><td colspan="2"><b>Vyakula</b></td></tr>
<tr><td>Pilau ya nyama</td><td>350/=</td></tr><tr><td>Biriani ya kuku</td><td>450/=</td></tr>
<tr><td>Wali wa nazi na samaki</td><td>400/=</td></tr><tr><td>Ugali na sukuma</td><td>150/=</td></tr>
<tr><td colspan="2"><b>Vinywaji</b></td></tr>
<tr><td>Chai ya maziwa</td><td>50/=</td></tr><tr><td>Juisi ya embe</td><td>120/=</td></tr>
<tr><td>Maji (nusu lita)</td><td>50/=</td></tr></table></section>
<section><h2>Saa za kazi</h2><p>Jumatatu hadi Ijumaa: saa 1 asubuhi hadi saa 4 usiku</p>
<p>Jumamosi na Jumapili: saa 2 asubuhi hadi saa 5 usiku</p></section>
<section><h2>Maswali</h2><p><strong>Je, mnaleta chakula nyumbani?</strong></p>
<p>Ndiyo, tunaleta Likoni na Mtongwe kwa shilingi mia moja.</p>
<p><strong>Mnapokea M-Pesa?</strong></p><p>Ndiyo, till namba 445566.</p></section>
<section id="mawasiliano"><h2>Mko wapi?</h2><p>Karibu na kivuko cha Likoni, mkabala na msikiti.</p>
<p>Simu: 0711 000 222</p><p>WhatsApp: 0711 000 222</p></section>
<div id="footer">Imetengenezwa na kijana wetu Salim 2024</div></body></html>`,
};
