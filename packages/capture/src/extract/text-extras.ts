import type { PageElement, Style } from './text-dom.ts';
import type { TextWriter } from './text-writer.ts';

declare function getComputedStyle(element: PageElement, pseudo?: string): Style;

/**
 * Writes visible text that is not in the document's text nodes: the values of form controls and generated content. A part of
 * `visibleText`, which runs in the page.
 */
export function textExtras(writer: TextWriter) {
  const icons = /[\ue000-\uf8ff\u{f0000}-\u{10fffd}]/gu;
  const control = (element: PageElement, style: Style): boolean => {
    const { localName, type = '', value = '', placeholder = '' } = element;
    const writeSeparated = (text: string) => {
      writer.separate();
      writer.write(text.trim(), false);
      writer.separate();
    };
    if (localName === 'textarea') {
      writer.block(1);
      writer.write((value || placeholder).trimEnd(), true);
      writer.block(1);
      return true;
    }
    if (localName === 'select') {
      const listed = element.multiple === true || (element.size ?? 0) > 1;
      const options = [...((listed ? element.options : element.selectedOptions) ?? [])];
      for (const option of options) {
        if (listed) writer.block(1);
        writeSeparated(option.label ?? option.textContent ?? '');
      }
      if (listed) writer.block(1);
      return true;
    }
    if (localName !== 'input') return false;
    const shown: Record<string, string> = {
      password: '•'.repeat(value.length) || placeholder,
      submit: value || 'Submit',
      reset: value || 'Reset',
    };
    if (!['hidden', 'checkbox', 'radio', 'range', 'color', 'file', 'image'].includes(type))
      writeSeparated(writer.transformed(shown[type] ?? (value || placeholder), style.textTransform));
    return true;
  };

  const generated = (element: PageElement, pseudo: string) => {
    const style = getComputedStyle(element, pseudo);
    const { content, display } = style;
    if (content === 'none' || content === 'normal' || content === '' || display === 'none') return;
    if (style.visibility !== 'visible' || Number(style.opacity) === 0) return;
    // The text after a slash is an alternative text, which is not visible.
    const parts = content.match(/"(?:[^"\\]|\\.)*"|open-quote|close-quote| \/ .*/gs) ?? [];
    const text = parts
      .filter((part) => !part.startsWith(' / '))
      .map((part) =>
        part === 'open-quote'
          ? '“'
          : part === 'close-quote'
            ? '”'
            : part.slice(1, -1).replace(/\\(.)/gs, '$1'),
      )
      .join('')
      .replace(icons, '');
    if (text.trim() === '') return;
    const own = !display.startsWith('inline') && display !== 'contents';
    if (own) writer.block(1);
    writer.words(text, style);
    if (own) writer.block(1);
  };
  return { control, generated };
}
