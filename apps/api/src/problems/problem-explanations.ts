import type { ProblemCode } from '@shotclock/contracts';

/** The meaning of a problem, how to fix it, and an example: a request with the relevant part of the response. */
export type ProblemExplanation = {
  meaning: string;
  remedy: string;
  example: { request: string; response: string };
};

export const problemExplanations: Record<ProblemCode, ProblemExplanation> = {
  malformed_json: {
    meaning:
      'The body is not valid JSON in UTF-8, or it does not match its Content-Encoding. The request had no effect.',
    remedy:
      'Check the position in detail. Common causes are a trailing comma, single quotes and a truncated body.',
    example: {
      request: 'POST /api/v1/screenshots\n\n{"url": "https://example.com/",}',
      response:
        '"detail": "The body is not valid JSON: Expected double-quoted property name in JSON at position 31."',
    },
  },
  validation_failed: {
    meaning: 'The path, the query, a header or the body is not valid. The request had no effect.',
    remedy:
      'The list errors contains all validation errors. The path of an error is a JSON Pointer to the value, such as /0/crop for the crop of the first item, or /size for the query parameter size. Correct all values and send the request again.',
    example: {
      request: 'POST /api/v1/screenshots\n\n{"url": "https://example.com/", "width": "1280"}',
      response:
        '"errors": [{"path": "/width", "code": "invalid_type", "message": "must be an integer or null"}]',
    },
  },
  url_not_allowed: {
    meaning:
      'The target URL is not allowed. Only public http and https addresses without credentials can be captured. The request had no effect.',
    remedy: 'Use a public address. An operator can allow other addresses with EGRESS_ALLOW.',
    example: {
      request: 'POST /api/v1/screenshots\n\n{"url": "http://localhost/"}',
      response: '"errors": [{"path": "/url", "code": "url_not_allowed", "message": "is refused: …"}]',
    },
  },
  unauthorized: {
    meaning: 'The request has no valid API key. The request had no effect.',
    remedy: 'Send a key as Authorization: Bearer or as X-API-Key.',
    example: {
      request: 'GET /api/v1/schedules\nAuthorization: Bearer wrong',
      response: 'HTTP/1.1 401 Unauthorized',
    },
  },
  insufficient_credits: {
    meaning: 'The balance of the wallet is too low. Nothing was debited, and the request had no effect.',
    remedy:
      'Top up the wallet and send the request again. If the request has an Idempotency-Key, use a new one.',
    example: {
      request: 'POST /api/v1/content-changes\n\n{"url": "https://example.com/"}',
      response: 'HTTP/1.1 402 Payment Required',
    },
  },
  forbidden: {
    meaning:
      'The request is not permitted: the API key lacks a scope, the signature of the link is wrong or has expired, a web page from another origin sent the request, or its Host header names neither this machine nor the host of PUBLIC_URL.',
    remedy:
      'The detail contains the reason. Use a key with the scope, or read the resource again for a new link. Send the request from a program, from a page at the address in PUBLIC_URL, or to localhost. If clients reach the API under another host name, the operator sets PUBLIC_URL to it. The operator can permit pages from other origins with CORS_ORIGINS.',
    example: {
      request: 'DELETE /api/v1/schedules/1\nOrigin: https://elsewhere.example',
      response: '"detail": "Web pages from other origins cannot change anything here."',
    },
  },
  not_found: {
    meaning:
      'There is no resource at this URL: it never existed, was deleted, or belongs to another account.',
    remedy: 'Check the path and the ID. If an image is missing, the detail contains the reason.',
    example: { request: 'GET /api/v1/schedules/999', response: '"detail": "There is no schedule 999."' },
  },
  method_not_allowed: {
    meaning: 'The URL exists but does not support this method.',
    remedy: 'Use a method from the Allow header.',
    example: { request: 'PUT /api/v1/schedules/1', response: 'Allow: DELETE, GET, HEAD, PATCH' },
  },
  request_timeout: {
    meaning:
      'The headers did not arrive within 20 seconds, or the whole request did not arrive within 60 seconds. The request had no effect, and the connection is closed.',
    remedy: 'Send the request again on a new connection. Waiting for a response has no such limit.',
    example: {
      request: 'POST /api/v1/screenshots\nContent-Length: 100\n\n{"url":',
      response: 'HTTP/1.1 408 Request Timeout',
    },
  },
  conflict: {
    meaning:
      'The current state of the resource does not allow the request: for example, a capture is not finished or has failed, a schedule is full, the account has reached its limit of schedules, of API keys or of stored bytes, or the first request with the same Idempotency-Key has no response yet or its response was lost.',
    remedy:
      'The detail describes the state. If the response has Retry-After, send the same request again after that many seconds. An image of a running capture is available when the capture is finished.',
    example: {
      request: 'GET /api/v1/screenshots/1/image',
      response: '"detail": "The capture is not finished yet."',
    },
  },
  precondition_failed: {
    meaning:
      'The version of the resource does not match If-Match, because another request or a run has changed it, or it matches If-None-Match. The request had no effect.',
    remedy:
      'Read the resource again, apply your change to the new version, and send the request with its ETag.',
    example: {
      request: 'PATCH /api/v1/schedules/1\nIf-Match: "QmT8h2Y0o3C1"\n\n{"name": "Front page"}',
      response: '"detail": "The resource has changed since the version in If-Match."',
    },
  },
  payload_too_large: {
    meaning:
      'The body has more bytes or values than any valid body of the operation. The limit for a compressed body applies to its decompressed size. The request had no effect.',
    remedy: 'Check that it is the right body, or send fewer items in one request.',
    example: {
      request: 'POST /api/v1/schedules/1/items\nContent-Length: 20000000',
      response: 'HTTP/1.1 413 Payload Too Large',
    },
  },
  unsupported_media_type: {
    meaning: 'The media type or the content coding of the body is not supported. The request had no effect.',
    remedy:
      'Send JSON in UTF-8, with Content-Type: application/json. The body can be compressed with br, zstd, gzip or deflate, declared in Content-Encoding.',
    example: {
      request: 'POST /api/v1/screenshots\nContent-Type: application/x-www-form-urlencoded\n\nurl=…',
      response: 'HTTP/1.1 415 Unsupported Media Type',
    },
  },
  range_not_satisfiable: {
    meaning: 'The requested range begins after the end of the image.',
    remedy: 'Content-Range contains the size of the image. Request a range inside it, or the whole image.',
    example: {
      request: 'GET /api/v1/screenshots/1/image\nRange: bytes=9000000-',
      response: 'HTTP/1.1 416 Range Not Satisfiable\nContent-Range: bytes */212571',
    },
  },
  expectation_failed: {
    meaning: 'The Expect header has a value other than 100-continue. The request had no effect.',
    remedy: 'Send the request without Expect.',
    example: {
      request: 'POST /api/v1/screenshots\nExpect: 200-ok',
      response: 'HTTP/1.1 417 Expectation Failed',
    },
  },
  idempotency_key_reused: {
    meaning:
      'The Idempotency-Key was used in the last 24 hours with another method, path, query or body. The request had no effect.',
    remedy: 'Use a new key for each new request. Reuse a key only to retry the same request.',
    example: {
      request: 'POST /api/v1/schedules/1/run\nIdempotency-Key: 5f0c1c6e-6a3b-4f0e-9a39-2f4d6a1d7c11',
      response: 'HTTP/1.1 422 Unprocessable Entity',
    },
  },
  rate_limited: {
    meaning:
      'The API key has sent too many requests in a minute, the address has sent too many invalid keys, or the account has reached its limit of waiting captures (manual captures and captures of runs are counted separately), of captures in a UTC day, or of Idempotency-Keys in 24 hours. The request had no effect: nothing was started, debited or stored under its Idempotency-Key.',
    remedy:
      'Wait for the number of seconds in Retry-After, then send the same request again, with the same Idempotency-Key if it has one. GET /me shows the limits of the account, which an operator can change.',
    example: {
      request: 'POST /api/v1/screenshots\n\n{"url": "https://example.com/"}',
      response: 'HTTP/1.1 429 Too Many Requests\nRetry-After: 6',
    },
  },
  headers_too_large: {
    meaning:
      'The request line and the headers are larger than 16 KiB. The request had no effect, and the connection is closed.',
    remedy: 'Send fewer or shorter headers, and long values in the body.',
    example: {
      request: 'GET /api/v1/schedules\nCookie: …',
      response: 'HTTP/1.1 431 Request Header Fields Too Large',
    },
  },
  internal: {
    meaning: 'An internal error occurred. The response contains no details; the log does.',
    remedy:
      'Try again. If the problem persists, send the requestId to the operator. A request with an Idempotency-Key is safe to retry.',
    example: {
      request: 'GET /api/v1/schedules',
      response:
        '"detail": "The request failed because of an internal error. The log contains the cause under the requestId."',
    },
  },
  not_implemented: {
    meaning: 'The method is not an HTTP method. The request had no effect, and the connection is closed.',
    remedy: 'Use a method from the OpenAPI document.',
    example: { request: 'FETCH /api/v1/schedules', response: 'HTTP/1.1 501 Not Implemented' },
  },
  unavailable: {
    meaning:
      'A part of the service, such as the database, is unavailable, the waiting captures of all accounts have reached their limit (MAX_WAITING_CAPTURES), or the API is overloaded.',
    remedy:
      'Try again after the number of seconds in Retry-After. A request with an Idempotency-Key is safe to retry.',
    example: { request: 'GET /api/v1/schedules', response: 'Retry-After: 5' },
  },
};
