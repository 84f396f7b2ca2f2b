import { once } from 'node:events';
import http from 'node:http';
import { connect } from 'node:net';
import { allowNothing, type EgressSession, openEgressSession } from '@shotclock/egress';
import { afterEach, expect, test } from 'vitest';
import { refusalNotes } from './refusal-notes.ts';

let session: EgressSession;
afterEach(() => session.close());

/** Requests each host through the session's proxy, one after the other. */
async function requestHosts(hosts: string[]): Promise<void> {
  const { hostname, port } = new URL(session.proxyUrl);
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  for (const host of hosts) {
    const request = http.get({ hostname, port, path: `http://${host}/`, headers: { host }, agent });
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    await once(response.resume(), 'end');
  }
  agent.destroy();
}

test('reports the target of a refused connection and the reason', async () => {
  session = await openEgressSession({ allow: allowNothing });
  await requestHosts(['10.0.0.1', 'localhost', '10.0.0.1']);
  expect(refusalNotes(session.refusals())).toEqual([
    'A connection to 10.0.0.1:80 was refused 2 times: 10.0.0.1 is a private address.',
    'A connection to localhost:80 was refused: localhost is a loopback name.',
  ]);
});

test('does not report a target for browser connections that exceed the limit', async () => {
  session = await openEgressSession({ allow: allowNothing, limits: { openConnections: 1 } });
  const { hostname, port } = new URL(session.proxyUrl);
  const sockets = [1, 2, 3].map(() => connect(Number(port), hostname).on('error', () => {}));
  await Promise.race(sockets.map((socket) => once(socket.resume(), 'close')));
  expect(refusalNotes(session.refusals())).toEqual([
    'A connection was refused: the browser opened more than 2 connections.',
  ]);
  for (const socket of sockets) socket.destroy();
});

test('lists five refusals, starting with those that exceed a limit', async () => {
  session = await openEgressSession({ allow: allowNothing, limits: { names: 0 } });
  const blocks = Array.from({ length: 150 }, (_, i) => `10.0.${i}.1`);
  await requestHosts([...blocks.slice(0, 8), 'a.test']);
  expect(refusalNotes(session.refusals()).slice(-2)).toEqual([
    expect.stringMatching(/^A connection to 10\.0\.3\.1:80 was refused: /),
    'Connections to 4 more hosts were refused.',
  ]);
  await requestHosts([...blocks.slice(8), 'b.test', 'c.test']);
  const notes = refusalNotes(session.refusals());
  expect(notes.slice(0, 2)).toEqual([
    'A connection to a.test:80 was refused: the capture used more than 0 names.',
    'A connection was refused 2 times: the capture used more than 0 names.',
  ]);
  expect(notes.at(-1)).toBe('Connections to at least 96 more hosts were refused.');
});
