/** `refused` is a decision of the policy. The message is a sentence that is safe to show to clients. */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly code: 'refused' | 'timed_out' | 'unreachable';

  constructor(code: OutboundError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
