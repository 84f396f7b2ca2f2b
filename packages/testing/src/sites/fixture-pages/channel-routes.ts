import type { IncomingMessage, ServerResponse } from 'node:http';
import { page } from './blocks.ts';
import { journeys, pageChannels, targetOf } from './channels.ts';

type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => unknown;
const to = (url: URL) => url.searchParams.get('to') ?? '';
const respondWith =
  (type: string, body: (to: string) => string): Handler =>
  (_request, response, url) =>
    response.writeHead(200, { 'content-type': type }).end(body(to(url)));

/**
 * The query contains one parameter for each channel, with the channel's port. Channels without a parameter are omitted.
 */
const targets = (url: URL, channels: object) =>
  Object.keys(channels).flatMap((channel) => {
    const port = url.searchParams.get(channel);
    return port === null ? [] : [targetOf(channel, Number(port))];
  });

const everyChannel: Handler = (_request, response, url) => {
  const found = targets(url, pageChannels);
  const urlOf = (channel: string) => found.find((target) => target.channel === channel)?.url;
  const headers: Record<string, string> = { 'content-type': 'text/html; charset=utf-8' };
  const [link, csp, report, nel] = ['link-header', 'csp-report', 'reporting-api', 'nel'].map(urlOf);
  if (link) headers.link = `<${link}>; rel=preload; as=image, <${link}2>; rel=preconnect`;
  const policies = [];
  if (csp) policies.push(`img-src data:; report-uri ${csp}`);
  if (report) {
    policies.push('img-src data:; report-to reports');
    headers['reporting-endpoints'] = `reports="${report}", default="${report}"`;
  }
  if (policies.length > 0) headers['content-security-policy-report-only'] = policies.join(', ');
  if (nel) {
    headers['report-to'] = JSON.stringify({ group: 'nel', max_age: 600, endpoints: [{ url: nel }] });
    headers.nel = '{"report_to":"nel","max_age":600,"success_fraction":1}';
  }
  const body = found.map((target) => pageChannels[target.channel]!(target)).join('\n');
  response.writeHead(200, headers).end(page('Every channel', body));
};

const journey: Handler = (_request, response, url) => {
  const [target] = targets(url, journeys);
  if (!target) return response.writeHead(404).end();
  if (target.channel === 'go-redirect') return response.writeHead(301, { location: target.url }).end();
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    ...(target.channel === 'go-refresh-header' && { refresh: `0;url=${target.url}` }),
  });
  return response.end(page('Journey', journeys[target.channel]!(target)));
};

/** Pages that try to reach forbidden ports, and their resources. */
export const channelRoutes: Record<string, Handler> = {
  '/channels': everyChannel,
  '/journey': journey,
  '/channels/redirect': (_request, response, url) => response.writeHead(301, { location: to(url) }).end(),
  '/channels/frame': respondWith('text/html', (url) => page('Frame', `<img src="${url}" alt="">`)),
  '/channels/worker.js': respondWith('text/javascript', (url) => `fetch('${url}', { mode: 'no-cors' })`),
  '/channels/importing-worker.js': respondWith('text/javascript', (url) => `importScripts('${url}')`),
  '/channels/ws-worker.js': respondWith(
    'text/javascript',
    (url) => `new WebSocket('${url.replace('http', 'ws')}')`,
  ),
  '/channels/service-worker.js': respondWith(
    'text/javascript',
    (url) => `oninstall = (event) => event.waitUntil(fetch('${url}', { mode: 'no-cors' }))`,
  ),
  '/channels/svg': respondWith(
    'image/svg+xml',
    (url) => `<svg xmlns="http://www.w3.org/2000/svg"><image href="${url}" width="9" height="9"/></svg>`,
  ),
  '/channels/xslt': respondWith(
    'text/xml',
    (url) => `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="${url}"?><a/>`,
  ),
  '/channels/xml-entity': respondWith(
    'text/xml',
    (url) => `<?xml version="1.0"?><!DOCTYPE a SYSTEM "${url}" [<!ENTITY e SYSTEM "${url}">]><a>&e;</a>`,
  ),
};
