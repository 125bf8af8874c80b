/** A drawing of a small shop; its colours are those of the page. */
import { html, type Markup } from './markup.ts';

export function shopFront(): Markup {
  return html`<svg class="shop" viewBox="0 0 520 420" aria-hidden="true" focusable="false">
<circle fill="var(--maize)" cx="404" cy="86" r="46"/>
<path fill="var(--line)" d="M0 372h520v6H0z"/>
<path fill="#3f7a4c" d="M462 372c-4-58 4-96 22-132-30 16-44 44-46 74-8-22-22-36-40-44 10 34 12 66 14 102z"/>
<path fill="#f0dfc0" d="M64 112h336v260H64z"/>
<path fill="var(--brand)" d="M84 84h296v50H84z"/>
<path fill="none" stroke="var(--on-brand)" stroke-width="9" stroke-linecap="round"
 d="M128 109h88M232 109h56M304 109h32"/>
<g fill="var(--clay)"><path d="M64 146h56v44a28 28 0 0 1-56 0z"/><path d="M176 146h56v44a28 28 0 0 1-56 0z"/>
<path d="M288 146h56v44a28 28 0 0 1-56 0z"/></g>
<g fill="#fff6e4"><path d="M120 146h56v44a28 28 0 0 1-56 0z"/><path d="M232 146h56v44a28 28 0 0 1-56 0z"/>
<path d="M344 146h56v44a28 28 0 0 1-56 0z"/></g>
<path fill="#8a5a34" d="M300 236h76v136h-76z"/><circle fill="var(--maize)" cx="314" cy="308" r="4"/>
<path fill="#d9eef0" d="M312 250h52v36h-52z"/>
<path fill="#53402b" d="M88 236h188v88H88z"/>
<path fill="none" stroke="#8a5a34" stroke-width="5" d="M88 282h188M88 324h188"/>
<g fill="var(--clay)"><path d="M102 256h20v26h-20zM196 296h26v28h-26z"/><circle cx="246" cy="272" r="10"/></g>
<g fill="var(--maize)"><path d="M130 250h16v32h-16zM228 300h18v24h-18z"/><circle cx="112" cy="314" r="10"/>
<circle cx="134" cy="314" r="10"/></g>
<g fill="var(--brand)"><path d="M156 262h28v20h-28zM150 298h14v26h-14zM170 298h14v26h-14zM252 296h14v28h-14z"/>
<circle cx="206" cy="272" r="10"/><circle cx="226" cy="272" r="10"/></g>
<path fill="#6f4526" d="M78 324h208v16H78z"/>
<path fill="#8a5a34" d="M96 340h76v32H96zM186 340h76v32h-76z"/>
<g fill="var(--maize)"><circle cx="110" cy="338" r="9"/><circle cx="130" cy="336" r="9"/>
<circle cx="150" cy="338" r="9"/></g>
<g fill="var(--clay)"><circle cx="202" cy="338" r="9"/><circle cx="222" cy="336" r="9"/>
<circle cx="242" cy="338" r="9"/></g>
</svg>`;
}
