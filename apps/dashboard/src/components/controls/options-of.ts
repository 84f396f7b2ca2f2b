type Option<Value extends string> = { value: Value; label: string };

/** Converts values and their labels to input options in the same order. */
export function optionsOf<Value extends string>(names: Readonly<Record<Value, string>>): Option<Value>[] {
  const options: Option<Value>[] = [];
  for (const value in names) options.push({ value, label: names[value] });
  return options;
}
