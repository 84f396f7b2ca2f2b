// The wire of `--remote-debugging-pipe`: JSON messages, a NUL after each, and the sessions of all targets on the one pipe
// ("flat"): a message names its session, and the browser's own has no name.
import type { Readable, Writable } from 'node:stream';
import type { Protocol } from 'devtools-protocol';
import { type CdpMessage, CdpSession } from './cdp-session.ts';
import { type ReadMessage, readMessages } from './read-messages.ts';

type Envelope = CdpMessage & { sessionId?: string };

export type CdpConnection = {
  /** The browser's own session; it ends with the pipe. */
  readonly root: CdpSession;
  /** The session that `Target.attachedToTarget` names, from that event on; a detached one when it has ended. */
  session(sessionId: string): CdpSession;
};

/** Talks to a browser over its two pipes. A pipe that breaks detaches every session. */
export function connectCdp(fromBrowser: Readable, toBrowser: Writable): CdpConnection {
  const sessions = new Map<string, CdpSession>();
  let lastId = 0;
  /** Commands whose answers are pictures. */
  const pictures = new Set<number>();
  const open = (sessionId?: string) => {
    const session = new CdpSession((message, wantsBytes) => {
      const id = ++lastId;
      if (wantsBytes) pictures.add(id);
      toBrowser.write(`${JSON.stringify({ id, ...message, sessionId })}\0`);
      return id;
    });
    if (sessionId !== undefined) {
      sessions.set(sessionId, session);
      void session.ended.then(() => sessions.delete(sessionId));
    }
    return session;
  };
  const root = open();

  const dispatch = ({ text, bytes }: ReadMessage) => {
    const { sessionId, ...message } = JSON.parse(text) as Envelope;
    const { id, method, params } = message;
    if (id !== undefined) pictures.delete(id);
    if (method === 'Target.attachedToTarget') {
      const attached = open((params as Protocol.Target.AttachedToTargetEvent).sessionId);
      // A page takes its frames with it.
      if (sessionId !== undefined) void sessions.get(sessionId)?.ended.then(() => attached.detach());
    }
    (sessionId === undefined ? root : sessions.get(sessionId))?.receive(message, bytes);
    if (method === 'Target.detachedFromTarget')
      sessions.get((params as Protocol.Target.DetachedFromTargetEvent).sessionId)?.detach();
  };
  const end = () => {
    root.detach();
    for (const one of sessions.values()) one.detach();
  };
  fromBrowser.on(
    'data',
    readMessages((id) => pictures.has(id), dispatch),
  );
  fromBrowser.once('close', end);
  // A dying browser breaks its pipes; `close` follows.
  fromBrowser.on('error', end);
  toBrowser.on('error', end);
  return {
    root,
    session(sessionId) {
      const found = sessions.get(sessionId);
      if (found) return found;
      const gone = open();
      gone.detach();
      return gone;
    },
  };
}
