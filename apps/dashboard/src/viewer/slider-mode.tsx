import { ReactCompareSlider, ReactCompareSliderHandle } from 'react-compare-slider';
import { leaveFocus } from '../components/controls/leave-focus.ts';
import type { ModeProps } from './comparison.ts';
import { Layer } from './layer.tsx';
import classes from './viewer.module.css';

/** Only dragging the handle moves the slider. Dragging elsewhere pans the images. */
export function SliderMode({ before, after }: ModeProps) {
  return (
    <>
      <ReactCompareSlider
        style={{ position: 'absolute', inset: 0, width: '100%', height: '100%' }}
        onlyHandleDraggable
        onPointerUp={leaveFocus}
        itemOne={
          <div className={classes.fill}>
            <Layer image={before} alt={before.label} />
          </div>
        }
        itemTwo={
          <div className={classes.fill}>
            <Layer image={after} alt={after.label} />
          </div>
        }
        handle={
          <ReactCompareSliderHandle
            linesStyle={{ width: 2, background: 'var(--accent)' }}
            buttonStyle={{ color: '#fff', background: '#4f46e5', border: 0, backdropFilter: 'none' }}
          />
        }
      />
      <span className={`${classes.label} ${classes.left}`}>{before.label}</span>
      <span className={`${classes.label} ${classes.right}`}>{after.label}</span>
    </>
  );
}
