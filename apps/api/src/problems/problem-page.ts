import { type ProblemCode, problemCatalogue } from '@shotclock/contracts';
import { problemExplanations } from './problem-explanations.ts';

const style = `
  :root { color-scheme: light dark; font: 17px/1.6 system-ui, sans-serif; }
  body { max-width: 42rem; margin: 12vh auto; padding: 0 1.5rem; }
  code { font: 0.95em ui-monospace, monospace; }
  pre { padding: 0.8em 1em; border: 1px solid #8884; border-radius: 6px; overflow-x: auto; white-space: pre-wrap; }
  .status { color: #c2410c; font-weight: 600; letter-spacing: 0.04em; }
  h1 { font-size: 1.9rem; line-height: 1.2; margin: 0.2em 0 0.8em; }
  footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid #8884; font-size: 0.85rem; }
  a { color: inherit; }
`;

/** The page that explains a problem. The `type` field of the problem links to it. */
export function problemPage(code: ProblemCode): string {
  const { status, title } = problemCatalogue[code];
  const { meaning, remedy, example } = problemExplanations[code];
  const others = Object.keys(problemCatalogue).map((other) => `<a href="/problems/${other}">${other}</a>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title} · Shotclock</title>
<style>${style}</style>
</head>
<body>
<p class="status">${status} · <code>${code}</code></p>
<h1>${title}</h1>
<p>${meaning}</p>
<p><strong>What to do.</strong> ${remedy}</p>
<p><strong>For example,</strong> this request</p>
<pre><code>${example.request}</code></pre>
<p>returns</p>
<pre><code>${example.response}</code></pre>
<footer>All problems: ${others.join(', ')}</footer>
</body>
</html>
`;
}
