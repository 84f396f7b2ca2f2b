import { page } from './blocks.ts';

/** Ways to hide text; each contains the word `HIDDEN`. */
const hiddenWays: Record<string, string> = {
  display: '<p style="display:none">HIDDEN</p>',
  visibility: '<p style="visibility:hidden">HIDDEN</p>',
  opacity: '<div style="opacity:0"><p>HIDDEN</p></div>',
  'zero font size': '<span style="font-size:0">HIDDEN</span>',
  'far left': '<p style="position:absolute;left:-9999px">HIDDEN</p>',
  'above the page': '<p style="position:absolute;top:-500px">HIDDEN</p>',
  indented: '<p style="text-indent:-9999px;overflow:hidden">HIDDEN</p>',
  'one pixel': '<span style="position:absolute;width:1px;height:1px;overflow:hidden">HIDDEN</span>',
  clipped: '<span style="position:absolute;clip:rect(0,0,0,0)">HIDDEN</span>',
  'clip-path': '<span style="position:absolute;clip-path:inset(50%)">HIDDEN</span>',
  'zero height': '<div style="height:0;overflow:hidden"><p>HIDDEN</p></div>',
  'beside a carousel':
    '<div style="overflow:hidden;width:100px;position:relative;height:20px"><p style="position:absolute;left:200px;margin:0">HIDDEN</p></div>',
  'closed details': '<details><summary>Summary</summary>HIDDEN<p>HIDDEN</p></details>',
  'closed dialog': '<dialog>HIDDEN</dialog>',
  attribute: '<p hidden>HIDDEN</p>',
  'content-visibility': '<div style="content-visibility:hidden">HIDDEN</div>',
  script:
    '<script>"HIDDEN"</script><style>/*HIDDEN*/</style><noscript>HIDDEN</noscript><template>HIDDEN</template>',
  'hidden frame': '<iframe srcdoc="HIDDEN" style="display:none"></iframe>',
  'alternative text':
    '<img alt="HIDDEN" src="/picture.svg"><svg><title>HIDDEN</title></svg><canvas>HIDDEN</canvas>',
  'unselected option': '<select><option>Chosen<option>HIDDEN</select>',
  'shadow tree':
    '<div><template shadowrootmode="open"><p style="display:none">HIDDEN</p></template>HIDDEN</div>',
};

export const hiddenTextPage = page(
  'Hidden text',
  `<h1>Seen</h1>${Object.values(hiddenWays).join('\n')}<p style="margin-top:3000px">Seen below</p>`,
);

/** Numbers in elements of several kinds. */
export const numbersPage = page(
  'Numbers',
  `<meta itemprop="price" content="1299.50"><input id="price" value="1.299,50"><p id="hidden" style="display:none">7</p>
  <p id="shown">8 <span style="display:none">9</span></p>`,
);

/** A page with all kinds of visible text; `readText` is the expected result. */
export const readTextPage = page(
  'Text that is read',
  `<h1>Head
    line</h1>
  <p>Words   with <b>bold</b>,<i> slanted</i>
  parts.</p><p>Second<br>line</p>
  <ul><li>One</li><li>Two <a href="#">link</a></li></ul>
  <table><caption>Prices</caption><thead><tr><th>Name</th><th>Price</th></tr></thead>
    <tbody><tr><td>Tea</td><td>3 €</td></tr><tr><td></td><td>4 €</td></tr></tbody></table>
  <pre>two  spaces
  indented</pre>
  <div style="display:flex"><span style="order:2">third</span><span>first</span><span style="order:1">second</span></div>
  <div style="display:flex;flex-direction:column-reverse"><div>newest</div><div>oldest</div></div>
  <p style="text-transform:uppercase">loud</p>
  <p><span style="display:inline-block">let</span><span style="display:inline-block">ters</span>
  <span style="display:inline-block;padding:0 4px">tag</span><span style="display:inline-block;padding:0 4px">other</span></p>
  <form><label>Name <input value="Ada"></label> <input placeholder="Town"> <input type="password" value="abc">
    <input type="hidden" value="hidden"> <input type="checkbox" value="on"> <button>Send</button><button>Cancel</button>
    <select><option>Red<option selected>Green</select><textarea>Two
lines</textarea></form>
  <p class="quoted">stars</p><p>A <q>quotation</q></p>
  <div id="host">slotted<span slot="name">named</span><template shadowrootmode="open"><p>Shadow <slot name="name"></slot></p><p><slot></slot></p></template></div>
  <iframe srcdoc="<p>In a <b>frame</b></p>"></iframe>
  <div style="overflow:auto;height:30px;width:200px"><div style="height:100px"></div>Scrolled to</div>
  <p dir="rtl">שלום עולם</p><p>日本
  語の文</p><p>👩‍👩‍👧 family &amp; co</p><p>Co&shy;operation</p>
  <details open><summary>Open</summary>Details</details>
  <p style="margin-top:4000px">Far below</p>
  <script>
    const host = document.getElementById('host');
    document.querySelector('textarea').value = 'Typed\\nin';
  </script>`,
  `.quoted::before{content:"★ "}.quoted::after{content:" (" attr(class) ")"}`,
);

/** The expected text of `readTextPage`. */
export const readText = `Head line

Words with bold, slanted parts.

Second
line

One
Two link
Prices
Name\tPrice
Tea\t3 €
\t4 €
two  spaces
  indented
first
second
third
oldest
newest

LOUD

letters tag other

Name Ada Town ••• Send Cancel Green
Typed
in

★ stars (quoted)

A “quotation”

Shadow named

slotted

In a frame

Scrolled to

שלום עולם

日本語の文

👩‍👩‍👧 family & co

Cooperation

Open
Details

Far below`;

export const brokenTextPage = page(
  'Text on changed built-ins',
  `<p>Still <b>read</b></p><div><template shadowrootmode="open"><p>In a shadow</p></template></div><script>
    for (const type of [Node, Element, HTMLElement, Document, Range, Array, String, RegExp, Map, Set])
      for (const name of Object.getOwnPropertyNames(type.prototype))
        try { Object.defineProperty(type.prototype, name, { get() { throw new Error('no'); }, value: undefined }); } catch {}
    globalThis.getComputedStyle = globalThis.Map = globalThis.Set = globalThis.Number = null;
  </script>`,
);
