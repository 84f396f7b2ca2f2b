type Option<Value extends string> = { value: Value; label: string };

/** Converts the labels of values to the options of an input, in the same order. */
export function optionsOf<Value extends string>(names: Readonly<Record<Value, string>>): Option<Value>[] {
  const options: Option<Value>[] = [];
  for (const value in names) options.push({ value, label: names[value] });
  return options;
}
