/** Isolates a value in a sentence, so that its direction does not affect the text around it. */
export const isolateBidi = (value: string): string => `\u2068${value}\u2069`

/**
 * Isolates only on right-to-left pages, where brackets of an English name, the dot of `.png` or the slash of a model
 * would move. Numbers have no direction and stay bare.
 */
export const isolateInRtl = (value: string, fromRight: boolean): string =>
  fromRight && !/^[\d.,]*$/.test(value) ? isolateBidi(value) : value
