import type { BuildSerializer } from './schema-compilers.ts';

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

/** Response serializers that `compileSchemas` compiles. */
export const buildSerializers =
  (compileSchemas: CompileSchemas, build: BuildSerializer): BuildSerializer =>
  (...options) => {
    const serializerOf = build(...options);
    return (route) => compileSchemas(() => serializerOf(route));
  };
