// TypeScript cannot express that a loop assigns every property of an object. Only these two functions assert it, and the
// compiler checks the code that calls them.

/** Returns the property names of an object that has only the properties of its type. */
export const namesOf = <Rows extends object>(rows: Rows): (keyof Rows)[] =>
  Object.keys(rows) as (keyof Rows)[];

/**
 * Builds an object from all its property names and a function that returns the value of each property. The compiler
 * checks that the function returns a value of each property's own type.
 */
export function fromNames<Result extends object>(
  names: readonly (keyof Result)[],
  toValue: <Name extends keyof Result>(name: Name) => Result[Name],
): Result {
  return Object.fromEntries(names.map((name) => [name, toValue(name)])) as Result;
}
