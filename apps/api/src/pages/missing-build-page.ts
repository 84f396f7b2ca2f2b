/**
 * The page that is served if a part was not built.
 * @param command the script that builds it
 */
export const missingBuildPage = (part: 'dashboard' | 'handbook', command: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The ${part} is not built · Shotclock</title>
<style>
  :root { color-scheme: light dark; font: 17px/1.6 system-ui, sans-serif; }
  body { max-width: 42rem; margin: 12vh auto; padding: 0 1.5rem; }
  code { font: 0.95em ui-monospace, monospace; }
  a { color: inherit; }
</style>
</head>
<body>
<h1>The ${part} is not built</h1>
<p><code>npx pnpm@12 start</code> builds it. To build it for a server that is started in another way, run
<code>npx pnpm@12 ${command}</code> and restart the API.</p>
<p>The API works. It is described at <a href="/docs">/docs</a>.</p>
</body>
</html>
`;
