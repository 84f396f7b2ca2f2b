/** How long the prices stay the same, in milliseconds. */
const periodMs = 120_000;

const products = [
  { name: 'Notebook, A5, 120 pages', cents: 1290 },
  { name: 'Fountain pen, medium nib', cents: 3450 },
  { name: 'Ink, midnight blue, 50 ml', cents: 890 },
  { name: 'Desk lamp, warm white', cents: 6900 },
];

/** The demo page with prices, one of which changes every two minutes. */
export function demoPrices(now: Date): string {
  const period = Math.floor(now.getTime() / periodMs);
  const rows = products.map(({ name, cents }, index) => {
    const isDiscounted = period % products.length === index;
    const price = `<td class="price">€\u202f${(Math.round(cents * (isDiscounted ? 0.8 : 1)) / 100).toFixed(2)}</td>`;
    return `<tr><td>${name}${isDiscounted ? ' <mark>20% off</mark>' : ''}</td>${price}</tr>`;
  });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Shotclock · demo prices</title>
<style>
  :root { color-scheme: light; font-family: system-ui, "Segoe UI", sans-serif; }
  body { margin: 0; color: #1e293b; background: #f8fafc; }
  main { max-width: 760px; margin: 9vh auto; padding: 0 32px; }
  h1 { margin: 0 0 8px; font-size: 36px; letter-spacing: -0.02em; }
  p { margin: 0 0 32px; color: #64748b; font-size: 18px; }
  table { width: 100%; border-collapse: collapse; background: #fff; border: 1px solid #e2e8f0; }
  td { padding: 22px 24px; border-bottom: 1px solid #e2e8f0; font-size: 20px; }
  .price { text-align: right; font-variant-numeric: tabular-nums; font-weight: 600; }
  mark { margin-left: 10px; padding: 3px 10px; border-radius: 99px; color: #9a3412; background: #ffedd5; font-size: 15px; }
</style>
</head>
<body>
<main>
<h1>Paper &amp; Ink</h1>
<p>A demo page of Shotclock. One price changes every two minutes.</p>
<table>
${rows.join('\n')}
</table>
</main>
</body>
</html>
`;
}
