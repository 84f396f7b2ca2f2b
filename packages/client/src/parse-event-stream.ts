/** A message of an event stream (HTML standard, section 9.2). */
export type StreamMessage = { event: string; data: string };

type Handlers = {
  /** Called for each ID, even if its message has no data. */
  onId: (id: string) => void;
  /** Called with the time in milliseconds for which the server asks clients to wait before they reconnect. */
  onRetry: (ms: number) => void;
};

const idleMs = 45_000;

/**
 * Reads the messages of an event stream.
 * @throws TimeoutError if nothing is received for 45 s (three heartbeats), because the connection is then considered dead
 */
export async function* parseEventStream(
  body: ReadableStream<Uint8Array>,
  { onId, onRetry }: Handlers,
): AsyncGenerator<StreamMessage> {
  let event = '';
  let data: string[] = [];
  for await (const line of linesOf(body)) {
    if (line === '') {
      if (data.length > 0) yield { event: event || 'message', data: data.join('\n') };
      event = '';
      data = [];
      continue;
    }
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + (line[colon + 1] === ' ' ? 2 : 1));
    if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id' && !value.includes('\0')) onId(value);
    else if (field === 'retry' && /^\d+$/.test(value)) onRetry(Number(value));
  }
}

/** The lines of a UTF-8 stream. They end with LF, CR LF or CR. An incomplete last line is ignored. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await readInTime(reader);
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop()!;
      yield* lines;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

async function readInTime(reader: ReadableStreamDefaultReader<Uint8Array>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    const expire = () => reject(new DOMException(`Nothing received within ${idleMs} ms`, 'TimeoutError'));
    timer = setTimeout(expire, idleMs);
  });
  try {
    return await Promise.race([reader.read(), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
