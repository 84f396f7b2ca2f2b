/** A value that is invalid for a reason of its own. The message describes the valid values, to follow "must be". */
export class InvalidSettingError extends Error {
  override readonly name = 'InvalidSettingError';
}
