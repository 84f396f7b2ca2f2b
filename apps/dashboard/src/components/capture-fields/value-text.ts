import { fieldTexts } from '../../texts/field-texts.ts';
import type { AnyTexts } from '../../texts/types/field-texts.ts';
import type { Control } from './field.ts';

/** A value in words. */
export function valueText(control: Control, words: AnyTexts, value: unknown): string {
  if (value === null || value === undefined) return fieldTexts.none;
  if (Array.isArray(value)) return value.map((one: string) => words.values?.[one] ?? one).join(', ');
  if ('parts' in control && typeof value === 'object')
    return Object.entries(value)
      .filter(([part]) => part in control.parts!)
      .map(
        ([part, of]) =>
          `${words.parts![part]!.label} ${valueText(control.parts![part]!, words.parts![part]!, of)}`,
      )
      .join(', ');
  if (control.kind === 'switch') return value === false ? fieldTexts.off : fieldTexts.on;
  const text = words.values?.[String(value)] ?? String(value);
  return words.unit ? `${text} ${words.unit}` : text;
}
