/** Writes a value as JSON. @throws TypeError if the value does not match its schema */
export type Write = (value: unknown) => string;

/** Yields the JSON of a value that can be long in pieces, and returns the last piece. The first one begins with `before`. */
export type WritePieces = (value: unknown, before: string) => Generator<string, string>;

/** The compiled form of a schema. Only schemas that contain lists have `pieces`. */
export type JsonWriter = { write: Write; pieces?: WritePieces };

export function mismatch(path: string, expected: string): TypeError {
  return new TypeError(
    `the response does not match its schema: ${path === '' ? '/' : path} must be ${expected}`,
  );
}

/** Writes all pieces at once. */
export function joinPieces(pieces: WritePieces): Write {
  return (value) => {
    const all = pieces(value, '');
    let text = '';
    for (;;) {
      const { value: piece, done } = all.next();
      text += piece;
      if (done) return text;
    }
  };
}
