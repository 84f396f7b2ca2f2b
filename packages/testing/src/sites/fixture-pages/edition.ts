import { page } from './blocks.ts';

/**
 * A page whose content changes. The headline shows the edition, which also determines the color of a block of 100 × 100
 * pixels at 200, 0. A counter at 0, 200 (`#visits`, 100 × 40) differs for every request.
 */
export function editionPage(edition: number, visits: number): string {
  return page(
    'Edition',
    `<h1 style="position:absolute;margin:0;left:0;top:0;width:200px">Edition ${edition}</h1>
    <div style="position:absolute;left:200px;top:0;width:100px;height:100px;background:hsl(${edition * 60},100%,50%)"></div>
    <p id="visits" style="position:absolute;margin:0;left:0;top:200px;width:100px;height:40px">Visit ${visits}</p>`,
  );
}
