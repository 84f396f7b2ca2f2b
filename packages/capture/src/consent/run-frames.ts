import type { CDPSession, Protocol } from 'puppeteer';
import type { ConsentNews } from '../in-page/consent-agent.ts';
import type { OpenPage } from '../page/open-page.ts';
import type { ConsentDocument } from './run-agent.ts';

/** Maximum number of a page's frames to search for popups. */
const maxFrames = 10;

/**
 * Runs an agent in the frames of a page, and in those that load until it is disposed. `found` resolves with the first report about
 * a popup.
 */
export function runInFrames(
  { client, frameId, frames }: Pick<OpenPage, 'client' | 'frameId' | 'frames'>,
  run: (document: ConsentDocument) => Promise<ConsentNews>,
) {
  const { promise: found, resolve } = Promise.withResolvers<ConsentNews>();
  const running = new Set<Promise<unknown>>();
  const ends: (() => void)[] = [];
  let count = 0;
  const add = (client: CDPSession, { id, url }: Protocol.Page.Frame) => {
    if (id === frameId || !/^https?:/.test(url) || count === maxFrames) return;
    count += 1;
    const agent = run({ client, frameId: id, url, mainFrame: false })
      .then((news) => {
        if (news.result === null || news.result === 'none') return;
        // A page removes the frame that asks for consent when it has an answer.
        if (news.result !== 'gone') resolve(news);
        else if (news.answering) resolve({ ...news, result: 'answered' });
      })
      .catch(() => undefined)
      .finally(() => running.delete(agent));
    running.add(agent);
  };
  const follow = async (session: CDPSession) => {
    const navigated = ({ frame }: Protocol.Page.FrameNavigatedEvent) => add(session, frame);
    session.on('Page.frameNavigated', navigated);
    ends.push(() => session.off('Page.frameNavigated', navigated));
    const { frameTree } = await session.send('Page.getFrameTree');
    const visit = ({ frame, childFrames = [] }: Protocol.Page.FrameTree) => {
      add(session, frame);
      childFrames.forEach(visit);
    };
    visit(frameTree);
  };
  const following = [client, ...frames].map((session) => follow(session).catch(() => undefined));
  return {
    found,
    /** Resolves when no agents are running any longer. */
    async ended(): Promise<void> {
      await Promise.all(following);
      while (running.size > 0) await Promise.all(running);
    },
    [Symbol.dispose]() {
      for (const end of ends) end();
    },
  };
}
