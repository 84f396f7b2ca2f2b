import { Textarea } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { texts } from '../../texts/texts.ts';
import type { PageFault } from './form-faults.ts';
import type { ParsedPages } from './parse-pages.ts';
import classes from './schedule-form.module.css';

const { form } = texts.schedules;
/** Maximum number of listed errors. When one is corrected, the next one appears. */
const listedFaults = 8;
/** Number of lines kept visible above the target line. */
const linesAbove = 2;

type PagesFieldProps = {
  label: string;
  value: string;
  onChange: (text: string) => void;
  parsed: ParsedPages;
  isRequired: boolean;
  /** Errors that concern the list of pages as a whole. */
  error: ReactNode;
  faults: readonly PageFault[];
};

/** The field for pages to add, with errors by line. */
export function PagesField({ label, value, onChange, parsed, isRequired, error, faults }: PagesFieldProps) {
  const element = useRef<HTMLTextAreaElement>(null);
  const { pages, invalid, repeated, isIndex } = parsed;

  function goTo(line: number): void {
    const field = element.current;
    if (!field) return;
    const lines = field.value.split('\n');
    const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
    field.focus({ preventScroll: true });
    field.setSelectionRange(start, start + lines[line - 1]!.length);
    field.scrollTop = (line - 1 - linesAbove) * Number.parseFloat(getComputedStyle(field).lineHeight);
  }

  // Runs after the form has shown the errors and focused the first invalid field.
  useEffect(() => {
    if (faults[0] && document.activeElement === element.current) goTo(faults[0].line);
  }, [faults]);

  const note = [
    pages.length > 0 && form.pagesFound(pages.length),
    invalid.length > 0 && form.pagesSkipped(new Set(invalid.map(({ line }) => line)).size),
    repeated > 0 && form.pagesRepeated(repeated),
  ].filter(Boolean);
  return (
    <>
      <Textarea
        ref={element}
        label={label}
        description={form.pagesHint}
        placeholder={form.pagesPlaceholder}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error || (faults.length > 0 && form.pagesFaults(faults.length))}
        rows={6}
        spellCheck={false}
        wrap="off"
        classNames={{ input: classes.pages! }}
        required={isRequired}
      />
      {faults.length > 0 && (
        <ul className={classes.faults}>
          {faults.slice(0, listedFaults).map(({ line, url, message }) => (
            <li key={`${line} ${url}`}>
              <button type="button" onClick={() => goTo(line)}>
                {form.lineFault(line, url, message)}
              </button>
            </li>
          ))}
          {faults.length > listedFaults && <li>{form.moreFaults(faults.length - listedFaults)}</li>}
        </ul>
      )}
      <p className={classes.note} role="status">
        {isIndex ? form.pagesIndex : note.join(' · ')}
      </p>
    </>
  );
}
