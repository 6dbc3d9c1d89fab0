/** What a request says of a field that it may leave out, clear (null) or give. */
export type GivenField<T> = { is: 'absent' } | { is: 'cleared' } | { is: 'given'; value: T };

export function givenField<T>(field: T | null | undefined): GivenField<T> {
  if (field === undefined) return { is: 'absent' };
  return field === null ? { is: 'cleared' } : { is: 'given', value: field };
}

/** The field as it is after the request. @param stored what it is without the request */
export function fieldAfter<T, Stored>(
  field: GivenField<T>,
  stored: Stored,
  read: (value: T) => Stored,
): Stored | null {
  if (field.is === 'absent') return stored;
  return field.is === 'cleared' ? null : read(field.value);
}
