import type { CDPSession, Protocol } from 'puppeteer';
import type { ConsentNews } from '../in-page/consent-agent.ts';
import type { OpenPage } from '../page/open-page.ts';
import type { ConsentDocument } from './run-agent.ts';

/** Maximum number of a page's frames to search for popups. */
const maxFrames = 10;

/**
 * Runs an agent in each frame of a page, including frames that load later, until the result is disposed. `found` resolves with the
 * first report about a popup.
 */
export function runInFrames(
  { client, frameId, frames }: Pick<OpenPage, 'client' | 'frameId' | 'frames'>,
  run: (document: ConsentDocument) => Promise<ConsentNews>,
) {
  const { promise: found, resolve } = Promise.withResolvers<ConsentNews>();
  const running = new Set<Promise<unknown>>();
  const ends: (() => void)[] = [];
  const started = new Set<string>();
  const track = (work: Promise<unknown>) => {
    const tracked: Promise<unknown> = work.catch(() => undefined).finally(() => running.delete(tracked));
    running.add(tracked);
  };
  const add = (client: CDPSession, { id, url }: Protocol.Page.Frame) => {
    if (id === frameId || !/^https?:/.test(url)) return;
    if (!started.has(id) && started.size === maxFrames) return;
    started.add(id);
    track(
      run({ client, frameId: id, url, mainFrame: false }).then((news) => {
        if (news.result === null || news.result === 'none') return;
        // A page removes the frame that asks for consent when it has an answer.
        if (news.result !== 'gone') resolve(news);
        else if (news.answering) resolve({ ...news, result: 'answered' });
      }),
    );
  };
  const follow = async (session: CDPSession) => {
    // The browser may report a document while it lists the frames. A document must not have two agents.
    const documents = new Set<string>();
    const addOnce = (frame: Protocol.Page.Frame) => {
      if (documents.has(frame.loaderId)) return;
      documents.add(frame.loaderId);
      add(session, frame);
    };
    const navigated = ({ frame }: Protocol.Page.FrameNavigatedEvent) => addOnce(frame);
    session.on('Page.frameNavigated', navigated);
    ends.push(() => session.off('Page.frameNavigated', navigated));
    const { frameTree } = await session.send('Page.getFrameTree');
    const visit = ({ frame, childFrames = [] }: Protocol.Page.FrameTree) => {
      addOnce(frame);
      childFrames.forEach(visit);
    };
    visit(frameTree);
  };
  const followSession = (session: CDPSession) => track(follow(session));
  followSession(client);
  ends.push(frames.follow(followSession));
  return {
    found,
    /** Resolves once all agents have finished. */
    async ended(): Promise<void> {
      while (running.size > 0) await Promise.all(running);
    },
    [Symbol.dispose]() {
      for (const end of ends) end();
    },
  };
}
