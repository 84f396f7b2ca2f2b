// Decodes the requests of OTLP for traces (opentelemetry-proto, collector/trace/v1) in both encodings.

export type ReceivedSpan = {
  traceId: string;
  spanId: string;
  parentSpanId: string | null;
  name: string;
  /** 1 is internal, 2 server, 4 producer, 5 consumer. */
  kind: number;
  attributes: Record<string, unknown>;
  /** The attributes of the process that sent the span. */
  resource: Record<string, unknown>;
  /** Whether the status is an error. */
  failed: boolean;
};

type JsonValue = {
  stringValue?: string;
  boolValue?: boolean;
  intValue?: number | string;
  doubleValue?: number;
};
type JsonAttribute = { key: string; value: JsonValue };
type JsonSpan = Pick<ReceivedSpan, 'traceId' | 'spanId' | 'name' | 'kind'> & {
  parentSpanId?: string;
  attributes?: JsonAttribute[];
  status?: { code?: number };
};
type JsonBody = {
  resourceSpans: { resource: { attributes: JsonAttribute[] }; scopeSpans: { spans: JsonSpan[] }[] }[];
};

/** Returns the spans of a request's body. */
export const decodeTraces = (contentType: string, body: Buffer): ReceivedSpan[] =>
  contentType === 'application/json' ? decodeJson(JSON.parse(body.toString())) : decodeProtobuf(body);

function decodeJson({ resourceSpans }: JsonBody): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ traceId, spanId, parentSpanId, name, kind, attributes = [], status }) => ({
        ...{ traceId, spanId, name, kind },
        parentSpanId: parentSpanId || null,
        attributes: jsonAttributes(attributes),
        resource: jsonAttributes(resource.attributes),
        failed: status?.code === 2,
      })),
    ),
  );
}

const jsonAttributes = (list: JsonAttribute[]) =>
  Object.fromEntries(
    list.map(({ key, value: { intValue, ...others } }) => [
      key,
      intValue === undefined ? Object.values(others)[0] : Number(intValue),
    ]),
  );

/** The fields of a Protocol Buffers message: bytes, or a number for the other wire types. */
type Fields = Map<number, (Buffer | number)[]>;

function decodeProtobuf(body: Buffer): ReceivedSpan[] {
  return messages(fieldsOf(body), 1).flatMap((resourceSpans) => {
    const resource = messages(resourceSpans, 1).flatMap((one) => messages(one, 1));
    return messages(resourceSpans, 2)
      .flatMap((scopeSpans) => messages(scopeSpans, 2))
      .map((span) => ({
        traceId: bytes(span, 1).toString('hex'),
        spanId: bytes(span, 2).toString('hex'),
        parentSpanId: bytes(span, 4).toString('hex') || null,
        name: bytes(span, 5).toString(),
        kind: number(span, 6),
        attributes: protobufAttributes(messages(span, 9)),
        resource: protobufAttributes(resource),
        failed: messages(span, 15).some((status) => number(status, 3) === 2),
      }));
  });
}

function protobufAttributes(list: Fields[]): Record<string, unknown> {
  return Object.fromEntries(
    list.map((attribute) => {
      const [value] = messages(attribute, 2);
      const isText = value!.has(1);
      const scalar = value!.has(2) ? number(value!, 2) === 1 : number(value!, 3);
      return [bytes(attribute, 1).toString(), isText ? bytes(value!, 1).toString() : scalar];
    }),
  );
}

const bytes = (fields: Fields, field: number): Buffer =>
  (fields.get(field)?.[0] ?? Buffer.alloc(0)) as Buffer;
const number = (fields: Fields, field: number): number => (fields.get(field)?.[0] ?? 0) as number;
const messages = (fields: Fields, field: number): Fields[] =>
  (fields.get(field) ?? []).map((one) => fieldsOf(one as Buffer));

function fieldsOf(message: Buffer): Fields {
  const fields: Fields = new Map();
  let offset = 0;
  const varint = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = message[offset++]!;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  const skip = (length: number) => {
    offset += length;
    return message.subarray(offset - length, offset);
  };
  while (offset < message.length) {
    const tag = varint();
    const wireType = tag & 7;
    const value =
      wireType === 0
        ? varint()
        : wireType === 2
          ? skip(varint())
          : skip(wireType === 1 ? 8 : 4).readInt32LE();
    const field = Math.floor(tag / 8);
    fields.set(field, [...(fields.get(field) ?? []), value]);
  }
  return fields;
}
