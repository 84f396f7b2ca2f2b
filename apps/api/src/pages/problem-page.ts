import { type ProblemCode, problemCatalogue } from '@shotclock/contracts';

/** What happened, and what the sender can do. */
export const problemExplanations: Record<ProblemCode, { meaning: string; remedy: string }> = {
  malformed_json: {
    meaning: 'The body could not be read as JSON in UTF-8.',
    remedy:
      'Look at the place that the detail names. Often it is a trailing comma, a single quote or a cut-off body.',
  },
  validation_failed: {
    meaning: 'Something in the path, the query or the body breaks a rule of the interface.',
    remedy:
      'The list errors holds every fault at once: its path is a JSON Pointer to the value, such as /0/crop for the crop of the first item.',
  },
  url_not_allowed: {
    meaning: 'The target may not be captured: only public http and https addresses without credentials are.',
    remedy: 'Choose a public address. An operator can open exceptions with EGRESS_ALLOW.',
  },
  unauthorized: {
    meaning: 'The request carries no valid key.',
    remedy: 'Send a key as Authorization: Bearer or as X-API-Key.',
  },
  insufficient_credits: {
    meaning: 'The wallet holds too little for this operation, and nothing was done.',
    remedy: 'Top the wallet up and send the request again.',
  },
  forbidden: {
    meaning:
      'The request is understood and refused: the key lacks the scope, or a web page of another origin tried to act here.',
    remedy: 'Use a key with the scope, or send the request from a program or from the address in PUBLIC_URL.',
  },
  not_found: {
    meaning:
      'There is nothing at this address: it never existed, it was deleted, or it belongs to another account.',
    remedy: 'Check the path and the id. The detail says why an image is missing.',
  },
  method_not_allowed: {
    meaning: 'The address exists and does not take this method.',
    remedy: 'The Allow header lists the methods that it takes.',
  },
  conflict: {
    meaning:
      'The request does not fit the resource as it is now: a capture is not finished or has failed, or a schedule is full.',
    remedy:
      'The detail names the state. An image that is still being captured can be asked for again a little later.',
  },
  payload_too_large: {
    meaning: 'The body has more bytes than are taken.',
    remedy: 'Send fewer items in one request.',
  },
  unsupported_media_type: {
    meaning: 'The body is of a type that is not read here.',
    remedy: 'Send JSON, with Content-Type: application/json.',
  },
  idempotency_key_reused: {
    meaning: 'The idempotency key came before with another request.',
    remedy: 'Use a new key for a new request, and the same key only to repeat one.',
  },
  rate_limited: {
    meaning: 'There were too many requests in a short time.',
    remedy: 'Wait for as many seconds as Retry-After says.',
  },
  internal: {
    meaning: 'The fault is ours. The answer tells nothing of it; the log does.',
    remedy: 'Try again, and tell the operator the requestId if it stays.',
  },
  unavailable: {
    meaning: 'A part that the service needs, such as the database, does not answer now.',
    remedy: 'Try again after as many seconds as Retry-After says.',
  },
};

const style = `
  :root { color-scheme: light dark; font: 17px/1.6 system-ui, sans-serif; }
  body { max-width: 42rem; margin: 12vh auto; padding: 0 1.5rem; }
  code { font: 0.95em ui-monospace, monospace; }
  .status { color: #c2410c; font-weight: 600; letter-spacing: 0.04em; }
  h1 { font-size: 1.9rem; line-height: 1.2; margin: 0.2em 0 0.8em; }
  footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid #8884; font-size: 0.85rem; }
  a { color: inherit; }
`;

/** The page that explains a problem to who follows its `type`. */
export function problemPage(code: ProblemCode): string {
  const { status, title } = problemCatalogue[code];
  const { meaning, remedy } = problemExplanations[code];
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
<footer>All problems: ${others.join(', ')}</footer>
</body>
</html>
`;
}
