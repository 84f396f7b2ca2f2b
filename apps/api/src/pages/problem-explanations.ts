import type { ProblemCode } from '@shotclock/contracts';

/** What happened, what the sender can do, and a request that meets it with the part of the answer that tells. */
export type ProblemExplanation = {
  meaning: string;
  remedy: string;
  example: { request: string; answer: string };
};

export const problemExplanations: Record<ProblemCode, ProblemExplanation> = {
  malformed_json: {
    meaning: 'The body could not be read as JSON in UTF-8. Nothing was done.',
    remedy:
      'Look at the place that the detail names. Often it is a trailing comma, a single quote or a cut-off body.',
    example: {
      request: 'POST /api/v1/screenshots\n\n{"url": "https://example.com/",}',
      answer:
        '"detail": "The body cannot be read: Expected double-quoted property name in JSON at position 31."',
    },
  },
  validation_failed: {
    meaning:
      'Something in the path, the query, the headers or the body breaks a rule of the interface. Nothing was done.',
    remedy:
      'The list errors holds every error at once: its path is a JSON Pointer to the value, such as /0/crop for the crop of the first item, or /size for the query parameter size. Correct them all and send the request again.',
    example: {
      request: 'POST /api/v1/screenshots\n\n{"url": "https://example.com/", "width": "1280"}',
      answer:
        '"errors": [{"path": "/width", "code": "invalid_type", "message": "must be an integer or null"}]',
    },
  },
  url_not_allowed: {
    meaning:
      'The target may not be captured: only public http and https addresses without credentials are. Nothing was done.',
    remedy: 'Choose a public address. An operator can open exceptions with EGRESS_ALLOW.',
    example: {
      request: 'POST /api/v1/screenshots\n\n{"url": "http://localhost/"}',
      answer: '"errors": [{"path": "/url", "code": "url_not_allowed", "message": "is refused: …"}]',
    },
  },
  unauthorized: {
    meaning: 'The request carries no valid key. Nothing was done.',
    remedy: 'Send a key as Authorization: Bearer or as X-API-Key.',
    example: {
      request: 'GET /api/v1/schedules\nAuthorization: Bearer wrong',
      answer: 'HTTP/1.1 401 Unauthorized',
    },
  },
  insufficient_credits: {
    meaning: 'The wallet holds too little for this operation. Nothing was done and nothing was debited.',
    remedy: 'Top the wallet up and send the request again; one with an Idempotency-Key needs a new key.',
    example: {
      request: 'POST /api/v1/content-changes\n\n{"url": "https://example.com/"}',
      answer: 'HTTP/1.1 402 Payment Required',
    },
  },
  forbidden: {
    meaning:
      'The request is understood and refused: the key lacks the scope, or a web page of another origin tried to act here.',
    remedy: 'Use a key with the scope, or send the request from a program or from the address in PUBLIC_URL.',
    example: {
      request: 'DELETE /api/v1/schedules/1\nOrigin: https://elsewhere.example',
      answer: '"detail": "Web pages of other origins may not change anything here."',
    },
  },
  not_found: {
    meaning:
      'There is nothing at this address: it never existed, it was deleted, or it belongs to another account.',
    remedy: 'Check the path and the id. The detail says why an image is missing.',
    example: { request: 'GET /api/v1/schedules/999', answer: '"detail": "There is no schedule 999."' },
  },
  method_not_allowed: {
    meaning: 'The address exists and does not take this method.',
    remedy: 'The Allow header lists the methods that it takes.',
    example: { request: 'PUT /api/v1/schedules/1', answer: 'Allow: DELETE, GET, HEAD, PATCH' },
  },
  conflict: {
    meaning:
      'The request does not fit the resource as it is now: a capture is not finished or has failed, a schedule is full, or the first request with the same Idempotency-Key is not answered yet or lost its answer.',
    remedy:
      'The detail names the state. With Retry-After the same request may come again after so many seconds, and an image that is still being captured can be asked for a little later.',
    example: {
      request: 'GET /api/v1/screenshots/1/image',
      answer: '"detail": "The capture is not finished yet."',
    },
  },
  payload_too_large: {
    meaning: 'The body has more bytes than are taken. Nothing was done.',
    remedy: 'Send fewer items in one request.',
    example: {
      request: 'POST /api/v1/schedules/1/items\nContent-Length: 20000000',
      answer: 'HTTP/1.1 413 Payload Too Large',
    },
  },
  unsupported_media_type: {
    meaning: 'The body is of a type that is not read here. Nothing was done.',
    remedy: 'Send JSON in UTF-8, with Content-Type: application/json.',
    example: {
      request: 'POST /api/v1/screenshots\nContent-Type: application/x-www-form-urlencoded\n\nurl=…',
      answer: 'HTTP/1.1 415 Unsupported Media Type',
    },
  },
  idempotency_key_reused: {
    meaning:
      'The Idempotency-Key came in the last 24 hours with another method, path, query or body. Nothing was done.',
    remedy: 'Use a new key for a new request, and the same key only to repeat one.',
    example: {
      request: 'POST /api/v1/schedules/1/run\nIdempotency-Key: 5f0c1c6e-6a3b-4f0e-9a39-2f4d6a1d7c11',
      answer: 'HTTP/1.1 422 Unprocessable Entity',
    },
  },
  rate_limited: {
    meaning: 'There were too many requests in a short time. Nothing was done.',
    remedy: 'Wait for as many seconds as Retry-After says.',
    example: { request: 'GET /api/v1/schedules', answer: 'Retry-After: 3' },
  },
  internal: {
    meaning: 'The error is ours. The answer tells nothing of it; the log does.',
    remedy:
      'Try again, and tell the operator the requestId if it stays. With an Idempotency-Key, a POST is safe to repeat.',
    example: {
      request: 'GET /api/v1/schedules',
      answer: '"detail": "The request could not be answered; the log knows why by its requestId."',
    },
  },
  unavailable: {
    meaning: 'A part that the service needs, such as the database, does not answer now.',
    remedy:
      'Try again after as many seconds as Retry-After says. With an Idempotency-Key, a POST is safe to repeat.',
    example: { request: 'GET /api/v1/schedules', answer: 'Retry-After: 5' },
  },
};
