const nothing = () => undefined;

/** A logger that discards everything, for services that a test uses but does not check. */
export const quietLogger = { debug: nothing, info: nothing, warn: nothing, error: nothing };
