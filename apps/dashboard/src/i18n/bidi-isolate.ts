/** A value that keeps to itself in a sentence: what it is written in changes nothing around it. */
export const isolateBidi = (value: string): string => `\u2068${value}\u2069`

/**
 * The same where the page goes from the right: there the brackets of an English name, the dot of `.png` and the slash of a
 * model would change places. Numbers stay bare, for they have no sides.
 */
export const isolateInRtl = (value: string, fromRight: boolean): string =>
  fromRight && !/^[\d.,]*$/.test(value) ? isolateBidi(value) : value
