const nothing = () => undefined;

/** A logger for what runs beside the thing under test. */
export const quietLogger = { debug: nothing, info: nothing, warn: nothing, error: nothing };
