import type { Destination } from '@shotclock/client';
import { alertTexts } from '../../texts/alert-texts.ts';
import type { AnyTexts } from '../../texts/types/field-texts.ts';
import type { ConfigField } from './destination-kind-fields.ts';

type Kind = Destination['kind'];

export const kindName = (kind: Kind): string => alertTexts.kinds[kind]?.name ?? words(kind);

/** The texts of a field. Without texts in the viewer's language, they are derived from its declaration. */
export function fieldTextsOf(kind: Kind, { name, description, isRequired }: ConfigField): AnyTexts {
  const { label = words(name), hint = description } = alertTexts.kinds[kind]?.fields[name] ?? {};
  return { label: isRequired ? label : alertTexts.optional(label), hint };
}

/** A name in camel case or with underscores, as words. */
function words(name: string): string {
  const text = name.replaceAll('_', ' ').replace(/[a-z](?=[A-Z])/g, '$& ');
  return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
}
