// Which key press sends what is typed.

interface KeyPress {
  readonly key: string
  readonly shiftKey: boolean
  readonly nativeEvent: { readonly isComposing: boolean; readonly keyCode: number }
}

/** What browsers report for a key that an input method takes. */
const INPUT_METHOD = 229

/**
 * Whether a key press is a plain Enter. An input method uses Enter to choose a word; Safari reports that press after the
 * composition has ended, and only its key code tells.
 */
export const sendsMessage = ({ key, shiftKey, nativeEvent }: KeyPress): boolean =>
  key === 'Enter' && !shiftKey && !nativeEvent.isComposing && nativeEvent.keyCode !== INPUT_METHOD
