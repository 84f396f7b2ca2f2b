import type { IncomingMessage, ServerResponse } from 'node:http';
import { page } from '../fixture-pages/blocks.ts';

export type HostileAnswer = (request: IncomingMessage, response: ServerResponse, url: URL) => unknown;
export type HostilePages = Record<string, HostileAnswer>;

/** A red square of 100 × 100 pixels in the upper left corner, which every successful capture must show. */
export const mark = '<div id="mark" style="width:100px;height:100px;background:red"></div>';

export const send =
  (body: string | Buffer, headers: Record<string, string | string[]> = {}, status = 200): HostileAnswer =>
  (_request, response) =>
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body);

/** A page with the mark, followed by `body`. */
export const marked = (title: string, body: string, style = ''): HostileAnswer =>
  send(page(title, mark + body, style));

/** The mark, and a script that runs during parsing. */
export const scripted = (title: string, script: string, before = ''): HostileAnswer =>
  marked(title, `${before}<script>${script}</script>`);

/** The mark, and a script that runs after the load event. */
export const scriptedAfterLoad = (title: string, script: string, before = ''): HostileAnswer =>
  scripted(title, `addEventListener('load', () => setTimeout(() => { ${script} }, 0))`, before);

/** Sends `chunk` repeatedly, as fast as the connection accepts it, until the client disconnects. */
export function pourForEver(response: ServerResponse, chunk: string | Buffer): void {
  const pour = () => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once('drain', pour);
  };
  pour();
}

/** Sends `chunk` every `ms` milliseconds until the client disconnects. */
export function drip(target: NodeJS.WritableStream, chunk: string, ms: number): void {
  const timer = setInterval(() => target.write(chunk), ms);
  target.once('close', () => clearInterval(timer));
}
