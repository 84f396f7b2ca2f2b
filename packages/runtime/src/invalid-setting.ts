/** A value is invalid for a specific reason. The message describes the valid values and is printed after "must be". */
export class InvalidSettingError extends Error {
  override readonly name = 'InvalidSettingError';
}
