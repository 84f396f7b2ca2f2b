/** A value that is invalid for a specific reason. The message describes the valid values, to follow "must be". */
export class InvalidSettingError extends Error {
  override readonly name = 'InvalidSettingError';
}
