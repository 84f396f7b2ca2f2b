import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';

/** Returns a function that calls the result of `compile`. */
export type CompileSchemas = <Parameters extends unknown[], Result>(
  compile: () => (...parameters: Parameters) => Result,
) => (...parameters: Parameters) => Result;

/** Compiles on the first call. Compiling the schemas of all routes takes most of the time that the API needs to start. */
export const compileAtFirstUse: CompileSchemas = (compile) => {
  let compiled: ReturnType<typeof compile> | undefined;
  return (...parameters) => {
    compiled ??= compile();
    return compiled(...parameters);
  };
};

/** Compiles immediately, so that an invalid schema causes a startup error. */
export const compileAtStart: CompileSchemas = (compile) => compile();

type BuildSerializer = ReturnType<typeof SerializerSelector>;

/** Fastify's own response serializers, compiled by `compileSchemas`. */
export function buildSerializers(compileSchemas: CompileSchemas): BuildSerializer {
  const build = SerializerSelector();
  return (...options) => {
    const serializerOf = build(...options);
    return (route) => compileSchemas(() => serializerOf(route));
  };
}
