import { mark } from '../src/sites/hostile-pages/answer.ts';
import type { Places } from './behavior.ts';

/** A page that uses one resource without any bound. It starts once its request for `/started` has received a response. */
export type NeighborPage = { kind: string; path: string; html: string };

export function neighborPages({ domain }: Places): NeighborPage[] {
  const socket = `new WebSocket('ws://' + location.host + '/socket')`;
  const code = {
    'DNS flood': `let n = 0; setInterval(() => { for (let i = 0; i < 5; i++) new Image().src = 'http://silent-' + n++ + '.${domain}/' }, 50)`,
    'WebSocket flood': `const frame = '\\u0001'.repeat(1e6); const socket = ${socket}; socket.onopen = () => setInterval(() => { while (socket.bufferedAmount < 8e6) socket.send(frame) }, 1); setInterval(() => ${socket}, 10)`,
    memory: `const kept = []; setInterval(() => kept.push(new Uint8Array(1e7).fill(1)), 20)`,
    CPU: `for (;;);`,
    '1,000 frames': `for (let i = 0; i < 1000; i++) document.body.append(Object.assign(document.createElement('iframe'), { src: '/sink?' + i }))`,
  };
  return Object.entries(code).map(([kind, hostile], at) => ({
    kind,
    path: `/neighbor/${at}`,
    html: `<!doctype html><html lang="en"><head><title>${kind}</title></head><body>${mark}<script>
addEventListener('load', () => fetch('/started').then(() => { ${hostile} }))</script></body></html>`,
  }));
}
