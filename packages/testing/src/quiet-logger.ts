const nothing = () => undefined;

/** A logger that drops everything, for services that a test uses and does not test. */
export const quietLogger = { debug: nothing, info: nothing, warn: nothing, error: nothing };
