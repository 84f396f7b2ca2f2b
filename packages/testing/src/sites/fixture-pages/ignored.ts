import { page } from './blocks.ts';

const advert = (style: string, words = '') =>
  `<div class="advert" style="${style};background:magenta;color:magenta;overflow:hidden">${words}</div>`;

/**
 * A page of 1,500 px with adverts (`.advert`). All pixels of an advert, including its letters, are magenta, and no other
 * pixels are. One advert is fixed, one crosses the lower edge of the window, and one has no box of its own (`display:
 * contents`). A carousel shows one advert and part of a second one, and hides a third. One advert is hidden, and one is
 * inside a line of text. All edges lie on whole pixels, regardless of the machine's fonts. The page's script scrolls to
 * `scrollTop`.
 */
export const ignoredPage = (scrollTop: number) =>
  page(
    'Ignored',
    `<noscript><p class="advert">Without a script</p></noscript>
    <h1 style="margin:0;height:100px">Story</h1><p id="first">First words.</p>
    ${advert('position:fixed;left:300px;top:20px;width:60px;height:40px')}
    ${advert('position:absolute;left:20px;top:250px;width:120px;height:90px', 'Buy <b>this</b>')}
    <p class="advert" style="display:contents"><span style="position:absolute;left:200px;top:700px;width:33px;height:44px;background:magenta"></span></p>
    <div id="carousel" style="position:absolute;left:50px;top:800px;width:150px;height:80px;border:4px solid blue;overflow:hidden">
      ${advert('position:absolute;left:0;top:0;width:100px;height:60px', 'One')}
      ${advert('position:absolute;left:110px;top:10px;width:100px;height:60px', 'Two')}
      ${advert('position:absolute;left:300px;top:0;width:100px;height:60px', 'Three')}
    </div>
    <div class="advert" style="display:none">Hidden advert</div>
    <p style="position:absolute;top:1400px;margin:0;height:100px"><span style="display:inline-block;width:80px">Last</span><i class="advert" style="display:inline-block;width:70px;height:20px;background:magenta;color:magenta;overflow:hidden">sponsored</i> words.</p>
    <script>scrollTo(0, ${scrollTop})</script>`,
  );

/**
 * Ignored boxes (`.advert`) on white, with edges between pixels. The last box is a layer that Chromium blends with the
 * white background.
 */
export const ignoredFractionsPage = page(
  'Ignored fractions',
  ['left:10.4px', 'left:60.6px', 'left:110px;width:20px;will-change:transform;transform:translateX(.3px)']
    .map((style) => advert(`position:absolute;top:20.3px;width:20.2px;height:30.5px;${style}`))
    .join(''),
);
