/** The pages that the demonstration captures, with the number of versions of each page. */
export const pages = { shop: 4, prices: 4, release: 3, unavailable: 2 } as const;
export type PageName = keyof typeof pages;

/** The document at `/pages/{name}?version={n}`; null for any other URL. */
export function readPage({ pathname, searchParams }: URL): string | null {
  const name = /^\/pages\/(\w+)$/.exec(pathname)?.[1];
  if (name === undefined || !(name in pages)) return null;
  return documents[name as PageName](Number(searchParams.get('version') ?? 0));
}

const seasons = [
  { name: 'Spring', colors: ['#fde68a', '#86efac', '#f9a8d4'], ink: '#14532d' },
  { name: 'Summer', colors: ['#7dd3fc', '#fde047', '#fdba74'], ink: '#0c4a6e' },
  { name: 'Summer sale', colors: ['#fca5a5', '#fde047', '#f87171'], ink: '#7f1d1d' },
  { name: 'Autumn', colors: ['#fdba74', '#d6d3d1', '#fca5a5'], ink: '#7c2d12' },
];

const documents: Record<PageName, (version: number) => string> = {
  shop(version) {
    const { name, colors, ink } = seasons[version % seasons.length]!;
    const goods = ['Lamp', 'Chair', 'Vase', 'Table', 'Rug', 'Clock', 'Mirror', 'Bench'].map(
      (
        good,
        index,
      ) => `<article><div class="art" style="background:${colors[index % 3]}"><i style="border-radius:${(index % 4) * 18}%;background:${ink}"></i></div>
<h2>${good}</h2><p>${39 + ((index * 37 + version * 5) % 160)} €</p></article>`,
    );
    return page(
      'Fjord & Co.',
      `<header style="background:${colors[0]};color:${ink}"><small>Fjord & Co.</small><h1>${name} collection</h1></header><main class="grid">${goods.join('')}</main>`,
    );
  },
  prices(version) {
    const plans = ['Starter', 'Team', 'Company'].map((plan, index) => {
      const price = [9, 29, 99][index]! + (version === index + 1 ? 10 : 0);
      return `<article class="plan"><h2>${plan}</h2><p class="price">${price} € <small>per month</small></p><p>${[3, 20, 200][index]} people</p><p>${[1, 10, 100][index]! * 10} GB of storage</p></article>`;
    });
    return page(
      'Prices',
      `<header style="background:#eef2ff;color:#312e81"><small>Ledgerly</small><h1>Prices</h1></header><main class="grid three">${plans.join('')}</main>`,
    );
  },
  release(version) {
    const notes = ['Exports as CSV', 'Faster search', 'Two-factor sign-in', 'Dark mode', 'Audit log'].slice(
      0,
      3 + version,
    );
    const list = notes.map((note, index) => `<li><b>2.${index}</b> ${note}</li>`).reverse();
    return page(
      'Release notes',
      `<header style="background:#ecfdf5;color:#064e3b"><small>Ledgerly</small><h1>Release notes</h1></header><main><ol>${list.join('')}</ol></main>`,
    );
  },
  unavailable: (version) =>
    page(
      '503 Service Unavailable',
      `<main><h1>503 Service Unavailable</h1><p>We are at work on our servers. Try again in ${10 + version * 5} minutes.</p></main>`,
    ),
};

const page = (
  title: string,
  body: string,
) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><style>
*{margin:0;box-sizing:border-box}body{font:16px/1.5 'Open Sans';color:#1c1917;background:#fff}header{padding:64px 72px}h1{font-size:52px}
main{padding:40px 72px}.grid{display:grid;grid-template-columns:repeat(4,1fr);gap:28px}.three{grid-template-columns:repeat(3,1fr)}
.art{height:150px;border-radius:12px;display:grid;place-items:center}.art i{width:72px;height:72px;opacity:.85}article h2{font-size:18px;margin-top:10px}
.plan{border:2px solid #c7d2fe;border-radius:16px;padding:32px}.price{font-size:36px;margin:12px 0}.price small{font-size:15px}
ol{list-style:none;padding:0;font-size:22px}li{padding:18px 0;border-bottom:1px solid #d6d3d1}li b{margin-right:20px;color:#059669}
</style>${body}</html>`;
