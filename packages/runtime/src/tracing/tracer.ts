/** The values of span attributes. They must not contain URLs, headers or anything else that an account chose. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

/** A part of a trace. None of the functions throws or waits. */
export type Span = {
  /** ID of the trace: 32 hexadecimal digits. */
  readonly traceId: string;
  /** The value of the W3C `traceparent` header that makes another span a child of this one. */
  readonly traceParent: string;
  startChild(name: string): Span;
  set(attributes: SpanAttributes): void;
  /** Sets the error status. `type` is one of a few values, such as an error code. */
  fail(type: string): void;
  /** Only the first call has an effect. */
  end(): void;
};

export type SpanOptions = {
  /** The role of the span: it handles a request, creates work, or processes work that another span created. */
  kind: 'server' | 'producer' | 'consumer';
  /** The `traceparent` of the parent. Without a valid one, the span starts a trace. */
  parent?: string | null | undefined;
  attributes?: SpanAttributes;
};

export type Tracer = {
  startSpan(name: string, options: SpanOptions): Span;
  /** Sends the remaining spans, for at most 2 s. Never rejects. */
  close(): Promise<void>;
};
