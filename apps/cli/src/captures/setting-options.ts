// Derives the options of `shotclock capture` from the tables of capture settings and options: `--full-page` for `fullPage`.
import type { CaptureRequest } from '@shotclock/client/source';
import { captureOptionTable, captureSettingTable } from '@shotclock/contracts';
import { type Command, InvalidArgumentError, Option } from 'commander';
import leven from 'leven';
import { optionName } from '../option-of.ts';

type Keywords = {
  type?: string;
  enum?: string[];
  items?: Keywords;
  description?: string;
};
type Field = { name: string; schema: Keywords; example?: unknown };

/** The URL is an argument. The response is always JSON, because the command needs the ID. */
const withoutOption = ['url', 'responseType', 'options'];
const fieldsOf = (table: Record<string, { schema: object; example?: unknown }>): Field[] =>
  Object.entries(table).map(([name, { schema, example }]) => ({ name, schema: schema as Keywords, example }));
const settings = fieldsOf(captureSettingTable).filter(({ name }) => !withoutOption.includes(name));
const options = fieldsOf(captureOptionTable);

export function addSettingOptions(command: Command): void {
  command.optionsGroup('Page and image:');
  command.addOption(
    new Option('--viewport <width>x<height>', 'Size of the viewport, such as 1280x720.').argParser(
      viewportOf,
    ),
  );
  for (const field of settings) command.addOption(optionFor(field));
  command.optionsGroup('Browser and preparation of the page:');
  for (const field of options) command.addOption(optionFor(field));
}

/** Returns the settings in the values of the options. */
export function settingsIn(values: Record<string, unknown>): Omit<CaptureRequest, 'url'> {
  const given = (fields: Field[]) =>
    Object.fromEntries(
      fields.filter(({ name }) => name in values).map(({ name }) => [name, values[name]] as const),
    );
  const used = given(options);
  return {
    ...(values.viewport as Size | undefined),
    ...given(settings),
    ...(Object.keys(used).length > 0 && { options: used }),
  };
}

function optionFor({ name, schema, example }: Field): Option {
  const flag = optionName(name);
  const description = shortened(schema.description ?? '');
  switch (schema.type) {
    case 'boolean':
      return new Option(flag, description);
    case 'integer':
    case 'number':
      return new Option(`${flag} <number>`, description).argParser(numberOf);
    case 'array':
      return repeatable(`${flag} <${schema.items?.enum?.join('|') ?? 'text'}>`, description);
    case 'object':
      return new Option(`${flag} <json>`, description).argParser(jsonOf(example));
  }
  if (!schema.enum) return new Option(`${flag} <text>`, description);
  // The list of devices would fill the help.
  const short = schema.enum.length <= 8;
  const option = new Option(`${flag} <${short ? schema.enum.join('|') : 'name'}>`, description);
  return short ? option.argParser(oneOf(schema.enum)) : option.argParser(similarTo(schema.enum));
}

/** Each use of the option adds a value, because a list would also take the arguments after it. */
const repeatable = (flags: string, description: string): Option =>
  new Option(flags, `${description} Repeatable.`).argParser((text, previous: string[] = []) => [
    ...previous,
    text,
  ]);

/** The first sentence. The documentation of the API contains the others. */
const shortened = (description: string): string =>
  description.replaceAll('`', '').split(/(?<=\w\.) (?=[A-Z])/)[0]!;

function numberOf(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || Number.isNaN(value)) throw new InvalidArgumentError('It must be a number.');
  return value;
}

/** Unlike commander's `choices`, does not repeat the values in the help. */
const oneOf = (values: string[]) => (text: string) => {
  if (!values.includes(text)) throw new InvalidArgumentError(`It must be one of ${values.join(', ')}.`);
  return text;
};

/** The list is too long for the message, which contains the most similar values. */
const similarTo = (values: string[]) => (text: string) => {
  if (values.includes(text)) return text;
  const distance = (value: string) => leven(text.toLowerCase(), value.toLowerCase());
  const similar = values.toSorted((a, b) => distance(a) - distance(b)).slice(0, 3);
  throw new InvalidArgumentError(`Similar names are ${similar.join(', ')}.`);
};

const jsonOf = (example: unknown) => (text: string) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new InvalidArgumentError(`It must be JSON, such as '${JSON.stringify(example)}'.`);
  }
};

type Size = { width: number; height: number };

function viewportOf(text: string): Size {
  const [, width, height] = /^(\d{1,5})[x×](\d{1,5})$/.exec(text) ?? [];
  if (width === undefined) throw new InvalidArgumentError('It must be a size such as 1280x720.');
  return { width: Number(width), height: Number(height) };
}
