import { type PixelComparison, pixelClass, type Rectangle } from '@shotclock/compare/pixels';
import { type PointerEvent, useEffect, useRef, useState } from 'react';
import classes from './region-editor.module.css';
import { type Point, regionBetween } from './regions.ts';

type RegionLayerProps = {
  /** Size of the capture in its own pixels, and its displayed size. */
  image: { width: number; height: number };
  shown: { width: number; height: number };
  comparison: PixelComparison | null;
  regions: readonly Rectangle[];
  selected: number | null;
  onDraw: (region: Rectangle) => void;
};

/**
 * An overlay for the newer capture: the differences in one color, and the ignored regions, which can be edited. The overlay moves
 * with the viewport.
 */
export function RegionLayer({ image, shown, comparison, regions, selected, onDraw }: RegionLayerProps) {
  const [start, setStart] = useState<Point | null>(null);
  const [drawn, setDrawn] = useState<Rectangle | null>(null);
  const pointOf = (event: PointerEvent<HTMLElement>): Point => {
    const box = event.currentTarget.getBoundingClientRect();
    return {
      x: ((event.clientX - box.left) / box.width) * image.width,
      y: ((event.clientY - box.top) / box.height) * image.height,
    };
  };
  const percent = ({ left, top, width, height }: Rectangle) => ({
    left: `${(100 * left) / image.width}%`,
    top: `${(100 * top) / image.height}%`,
    width: `${(100 * width) / image.width}%`,
    height: `${(100 * height) / image.height}%`,
  });
  const end = () => {
    if (drawn) onDraw(drawn);
    setStart(null);
    setDrawn(null);
  };
  return (
    <div
      className={classes.layer}
      // The viewport does not pan while a region is drawn.
      data-drawing
      style={shown}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setStart(pointOf(event));
      }}
      onPointerMove={(event) => start && setDrawn(regionBetween(start, pointOf(event), image))}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <DifferingPixels comparison={comparison} />
      {[...regions, ...(drawn ? [drawn] : [])].map((region, index) => (
        <span
          key={index}
          className={classes.region}
          data-selected={index === selected || index === regions.length || undefined}
          style={percent(region)}
        >
          <span className={classes.number}>{index + 1}</span>
        </span>
      ))}
    </div>
  );
}

/** The changed pixels in the newer capture, in which removed content has no position. */
function DifferingPixels({ comparison }: { comparison: PixelComparison | null }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (!canvas.current || !comparison) return;
    const { current, canvas: size, segments, classes: values } = comparison;
    canvas.current.width = current.width;
    canvas.current.height = current.height;
    const pixels = new ImageData(current.width, current.height);
    const colors = new Uint32Array(pixels.data.buffer);
    let top = 0;
    for (const segment of segments) {
      if (segment.current !== null)
        for (let row = 0; row < segment.rows; row += 1)
          for (let column = 0; column < current.width; column += 1)
            if (values[(top + row) * size.width + column] === pixelClass.different)
              colors[(segment.current + row) * current.width + column] = differenceColor;
      top += segment.rows;
    }
    canvas.current.getContext('2d')?.putImageData(pixels, 0, 0);
  }, [comparison]);
  return <canvas ref={canvas} className={classes.pixels} />;
}

/** The color of differences, as alpha, blue, green and red. */
const differenceColor = 0xff5000ff;
