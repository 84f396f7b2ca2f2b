import { ProblemError } from '@shotclock/client';
import OpenSeadragon from 'openseadragon';
import { type Ref, useEffect, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { client } from '../api/client.ts';
import { artifactUrl } from '../api/pictures.ts';
import { NoPicture } from '../components/captures/picture.tsx';
import { nonce } from '../nonce.ts';
import { drawWholeTiles } from './draw-whole-tiles.ts';
import type { Viewport } from './use-viewport.ts';
import classes from './viewer.module.css';
import { ViewportTools } from './viewport-tools.tsx';

/** Adds a style element with a nonce. OpenSeadragon adds one without a nonce unless an element with this attribute exists. */
function addStyle(): void {
  const attribute = 'data-openseadragon-mobile-css';
  if (document.querySelector(`style[${attribute}]`)) return;
  const style = document.createElement('style');
  style.nonce = nonce;
  style.setAttribute(attribute, 'true');
  document.head.append(style);
}

type DeepZoomProps = { screenshotId: number; alt: string; handle?: Ref<Viewport> };

/** A capture of any height. Only the tiles in view are loaded. */
export function DeepZoom({ screenshotId, alt, handle }: DeepZoomProps) {
  const element = useRef<HTMLDivElement>(null);
  const viewer = useRef<OpenSeadragon.Viewer>(null);
  const [failed, setFailed] = useState(false);

  useEffect(() => {
    const left = new AbortController();
    setFailed(false);
    void tileSourceOf(screenshotId, left.signal).then((tileSources) => {
      if (left.signal.aborted || !element.current) return;
      addStyle();
      viewer.current = new OpenSeadragon.Viewer({
        element: element.current,
        tileSources,
        showNavigationControl: false,
        drawer: 'canvas',
        maxZoomPixelRatio: 4,
        minZoomImageRatio: 0.6,
        visibilityRatio: 0.4,
        animationTime: 0.35,
        gestureSettingsMouse: { clickToZoom: false, dblClickToZoom: true },
        homeFillsViewer: false,
      });
      drawWholeTiles(viewer.current);
      viewer.current.addHandler('open', () => fit(viewer.current));
      viewer.current.addHandler('open-failed', () => setFailed(true));
    }, ignoreAbort(left.signal));
    return () => {
      left.abort();
      viewer.current?.destroy();
      viewer.current = null;
    };
  }, [screenshotId]);

  const viewport = useMemo<Viewport>(
    () => ({
      zoomBy: (factor) => void viewer.current?.viewport?.zoomBy(factor),
      fit: () => fit(viewer.current),
      toggleFit: () => fit(viewer.current),
      showActualSize() {},
    }),
    [],
  );
  useImperativeHandle(handle, () => viewport, [viewport]);
  return (
    <section className={classes.frame} aria-label={alt}>
      {failed ? <NoPicture /> : <div ref={element} className={classes.pane} />}
      <ViewportTools viewport={viewport} />
    </section>
  );
}

/** Fits a tall capture to the width and shows its top. Shows other captures as a whole. */
function fit(viewer: OpenSeadragon.Viewer | null): void {
  const viewport = viewer?.viewport;
  const item = viewer?.world.getItemAt(0);
  if (!viewport || !item) return;
  const { x: width, y: height } = item.getContentSize();
  const box = viewport.getContainerSize();
  const isTall = height / width > (box.y / box.x) * 1.8;
  if (!isTall) return void viewport.goHome(true);
  viewport.fitBounds(new OpenSeadragon.Rect(0, 0, 1, box.y / box.x), true);
}

/** The tiles of a screenshot, or its whole image if there are no tiles. */
async function tileSourceOf(
  screenshotId: number,
  signal: AbortSignal,
): Promise<OpenSeadragon.Options['tileSources']> {
  const tiles = await client.screenshots.tiles(screenshotId, { signal }).catch((error) => {
    if (error instanceof ProblemError) return null;
    throw error;
  });
  if (!tiles) return { type: 'image', url: artifactUrl(screenshotId, 'image') };
  const { width, height, tileSize, tileOverlap, minLevel, maxLevel, tileUrl } = tiles;
  // The origin of the dashboard may differ from PUBLIC_URL.
  const path = tileUrl.replace(/^https?:\/\/[^/]+/, '');
  return {
    width,
    height,
    tileSize,
    tileOverlap,
    minLevel,
    maxLevel,
    getTileUrl: (level: number, column: number, row: number) =>
      path
        .replace('{level}', String(level))
        .replace('{column}', String(column))
        .replace('{row}', String(row)),
  };
}

const ignoreAbort = (signal: AbortSignal) => (error: unknown) => {
  if (!signal.aborted) throw error;
};
