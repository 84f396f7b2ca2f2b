// The visible part of a picture in a frame. Panning and zooming change CSS variables of the frame instead of React state, so components are not
// rendered again. All layers in the frame use these variables, which keeps the two captures of a comparison aligned.
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';

export type Size = { width: number; height: number };

type View = { scale: number; x: number; y: number };

export type Viewport = {
  /** Shows the whole picture, or its full width if it is much taller than the frame. */
  fit(): void;
  /** Shows each pixel of the picture as one CSS pixel. */
  showActualSize(): void;
  /** Calls `fit`, or `showActualSize` if the picture already fits. */
  toggleFit(): void;
  zoomBy(factor: number): void;
};

type Area = Size & { left: number; top: number };

export type PannedViewport = Viewport & {
  /** Shows an area of the picture, or the upper part of a tall area. The picture is not enlarged. */
  showArea(area: Area): void;
};

/** Distance in CSS pixels between an area and the edges of the frame. */
const areaMargin = 60;
const maxScale = 8;
const minScale = 0.02;
const zoomStep = 1.0015;
/**
 * Images are fitted to the frame's width instead of shown whole if, at that width, they are more than this many times as tall as
 * the frame.
 */
const tall = 1.8;

/**
 * Lets the user pan and zoom the content of `frame`.
 * @param columns the number of equal columns into which the frame is divided
 */
export function useViewport(
  frame: RefObject<HTMLElement | null>,
  size: Size | null,
  columns: number,
): PannedViewport {
  const view = useRef<View>({ scale: 1, x: 0, y: 0 });
  const isFitted = useRef(true);
  const { width = 0, height = 0 } = size ?? {};

  const show = useCallback(
    (next: View) => {
      view.current = next;
      const style = frame.current?.style;
      style?.setProperty('--scale', String(next.scale));
      style?.setProperty('--x', `${next.x}px`);
      style?.setProperty('--y', `${next.y}px`);
    },
    [frame],
  );

  const controls = useMemo(() => {
    const boxOf = () => {
      const { clientWidth, clientHeight } = frame.current ?? { clientWidth: 0, clientHeight: 0 };
      return { boxWidth: clientWidth / columns, boxHeight: clientHeight };
    };
    const fitted = (): View => {
      const { boxWidth, boxHeight } = boxOf();
      const byWidth = boxWidth / width;
      const whole = Math.min(byWidth, boxHeight / height);
      const scale = Math.min(byWidth / whole > tall ? byWidth : whole, 1);
      return {
        scale,
        x: (boxWidth - width * scale) / 2,
        y: Math.max(0, (boxHeight - height * scale) / 2),
      };
    };
    const zoomAt = (factor: number, atX: number, atY: number) => {
      const { scale, x, y } = view.current;
      const next = Math.min(maxScale, Math.max(minScale, scale * factor));
      isFitted.current = false;
      show({ scale: next, x: atX - ((atX - x) * next) / scale, y: atY - ((atY - y) * next) / scale });
    };
    const fit = () => {
      if (width === 0) return;
      isFitted.current = true;
      show(fitted());
    };
    const showActualSize = () => {
      const { boxWidth, boxHeight } = boxOf();
      zoomAt(1 / view.current.scale, boxWidth / 2, boxHeight / 2);
    };
    return {
      fit,
      showActualSize,
      toggleFit: () => (isFitted.current ? showActualSize() : fit()),
      zoomBy(factor: number) {
        const { boxWidth, boxHeight } = boxOf();
        zoomAt(factor, boxWidth / 2, boxHeight / 2);
      },
      showArea({ left, top, width, height }: Area) {
        const { boxWidth, boxHeight } = boxOf();
        const scale = Math.min(1, Math.max(minScale, (boxWidth - 2 * areaMargin) / width));
        isFitted.current = false;
        show({
          scale,
          x: boxWidth / 2 - (left + width / 2) * scale,
          y: Math.max(areaMargin, (boxHeight - height * scale) / 2) - top * scale,
        });
      },
      zoomAt,
      panBy(dx: number, dy: number) {
        const { scale, x, y } = view.current;
        isFitted.current = false;
        show({ scale, x: x + dx, y: y + dy });
      },
      /** Fits the image again when the size of the frame or of the image changes, unless the user has panned or zoomed. */
      adapt: () => (isFitted.current ? fit() : undefined),
    };
  }, [frame, show, width, height, columns]);

  useEffect(() => {
    controls.adapt();
    if (!frame.current) return;
    const observer = new ResizeObserver(controls.adapt);
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [controls, frame]);

  usePointers(frame, columns, controls);
  return controls;
}

type Moves = { panBy(dx: number, dy: number): void; zoomAt(factor: number, x: number, y: number): void };

/** Dragging pans, the wheel zooms, and two fingers do both. */
function usePointers(frame: RefObject<HTMLElement | null>, columns: number, { panBy, zoomAt }: Moves): void {
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const pointers = new Map<number, { x: number; y: number }>();
    const positionOf = (event: MouseEvent) => {
      const box = element.getBoundingClientRect();
      return { x: (event.clientX - box.left) % (box.width / columns), y: event.clientY - box.top };
    };
    const isControl = (target: EventTarget | null) =>
      target instanceof Element &&
      target.closest('button, input, textarea, [role="slider"], a, [data-drawing]') !== null;

    function onWheel(event: WheelEvent): void {
      event.preventDefault();
      const { x, y } = positionOf(event);
      if (event.shiftKey) panBy(-event.deltaY - event.deltaX, 0);
      else zoomAt(zoomStep ** -event.deltaY, x, y);
    }
    function onDown(event: PointerEvent): void {
      if (event.button !== 0 || isControl(event.target)) return;
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
      element?.setPointerCapture(event.pointerId);
    }
    function onMove(event: PointerEvent): void {
      const before = pointers.get(event.pointerId);
      if (!before) return;
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1];
      const after = { x: event.clientX, y: event.clientY };
      pointers.set(event.pointerId, after);
      if (!other) {
        panBy(after.x - before.x, after.y - before.y);
        return;
      }
      const distance = (from: typeof after) => Math.hypot(from.x - other.x, from.y - other.y);
      const { x, y } = positionOf(event);
      zoomAt(distance(after) / Math.max(1, distance(before)), x, y);
    }
    const onUp = (event: PointerEvent) => void pointers.delete(event.pointerId);

    element.addEventListener('wheel', onWheel, { passive: false });
    element.addEventListener('pointerdown', onDown);
    element.addEventListener('pointermove', onMove);
    element.addEventListener('pointerup', onUp);
    element.addEventListener('pointercancel', onUp);
    return () => {
      element.removeEventListener('wheel', onWheel);
      element.removeEventListener('pointerdown', onDown);
      element.removeEventListener('pointermove', onMove);
      element.removeEventListener('pointerup', onUp);
      element.removeEventListener('pointercancel', onUp);
    };
  }, [frame, columns, panBy, zoomAt]);
}
