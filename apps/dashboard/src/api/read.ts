// The dashboard calls the API only through client methods. Screens read data with calls such as `useQuery(read('schedules.get', id))`, and change
// data with calls such as `client.schedules.pause(id)`.
import type { Resources } from '@shotclock/client';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

type Callable = (...args: never[]) => PromiseLike<unknown>;

/** The name of a client method, such as `schedules.list` or `overview`. */
export type MethodName = {
  [Name in keyof Resources]: Resources[Name] extends Callable
    ? Name
    : `${Name}.${keyof Resources[Name] & string}`;
}[keyof Resources];

type Method<Name extends MethodName> = Name extends `${infer Resource extends keyof Resources}.${infer Rest}`
  ? Resources[Resource][Rest & keyof Resources[Resource]]
  : Resources[Name & keyof Resources];

type Args<Name extends MethodName> = Method<Name> extends (...args: infer All) => unknown ? All : never;
type Result<Name extends MethodName> =
  Method<Name> extends (...args: never[]) => PromiseLike<infer Data> ? Data : never;

/** The options of a query that calls a client method. The query key consists of the method name and the arguments. */
export function read<Name extends MethodName>(name: Name, ...args: Args<Name>) {
  return queryOptions({
    queryKey: [name, ...args] as const,
    queryFn: async ({ signal }): Promise<Result<Name>> => {
      const call = methodOf(name);
      // The options of a method are its only parameter with a default value, which `length` does not count.
      const options = { ...(args[call.length] as object | undefined), signal };
      return (await call(...args.slice(0, call.length), options)) as Result<Name>;
    },
  });
}

function methodOf(name: MethodName): (...args: unknown[]) => PromiseLike<unknown> {
  const [resource, method] = name.split('.') as [keyof Resources, string?];
  const found: unknown = client[resource];
  return (method === undefined ? found : (found as Record<string, unknown>)[method]) as ReturnType<
    typeof methodOf
  >;
}
