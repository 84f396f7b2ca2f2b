const nothing = () => undefined;

/** A logger that drops everything, for services that a test only uses. */
export const quietLogger = { debug: nothing, info: nothing, warn: nothing, error: nothing };
