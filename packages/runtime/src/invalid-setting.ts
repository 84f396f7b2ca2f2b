/** A value that is invalid for a specific reason. The message describes the valid values and follows the words "must be". */
export class InvalidSettingError extends Error {
  override readonly name = 'InvalidSettingError';
}
