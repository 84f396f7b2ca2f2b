import type { CallToolResult, ToolAnnotations } from '@modelcontextprotocol/server';
import type { ShotclockClient } from '@shotclock/client/source';
import type { Static, TObject } from '@sinclair/typebox';

/** The differences between two images. `picture` is a JPEG of the changed area; null if the images look the same. */
export type Comparison = {
  /** Fraction of the pixels that differ, from 0 to 1. */
  ratio: number;
  changes: { kind: string; left: number; top: number; width: number; height: number }[];
  picture: Uint8Array | null;
};

export type ToolContext = {
  /** Sends the requests of the tools, with the key of the caller. */
  client: ShotclockClient;
  /** Compares two PNG or JPEG images. `width` and `height` limit the picture, in pixels. */
  compare: (images: {
    baseline: Uint8Array;
    current: Uint8Array;
    width: number;
    height: number;
  }) => Promise<Comparison>;
};

export type Tool = {
  name: string;
  title: string;
  description: string;
  annotations: ToolAnnotations;
  input: TObject;
  call: (args: never, context: ToolContext & { signal: AbortSignal }) => Promise<CallToolResult>;
};

/** Declares a tool whose arguments have the type of its schema. */
export const defineTool = <Input extends TObject>(
  tool: Omit<Tool, 'input' | 'call'> & {
    input: Input;
    call: (args: Static<Input>, context: ToolContext & { signal: AbortSignal }) => Promise<CallToolResult>;
  },
): Tool => tool;

/** The annotations of a tool that only reads. It reaches only this server, not the captured sites. */
export const reads: ToolAnnotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };

export const text = (lines: readonly string[]) => ({ type: 'text' as const, text: lines.join('\n') });

/** A result that tells the model that the call failed. */
export const failed = (message: string): CallToolResult => ({ content: [text([message])], isError: true });

/** Shortens a text from a page or a user, such as a URL, so that lists stay short. */
export const clip = (value: string, length = 300): string =>
  value.length > length ? `${value.slice(0, length)}…` : value;
