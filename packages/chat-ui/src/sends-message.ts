// Which key press sends what is typed.

interface KeyPress {
  readonly key: string
  readonly shiftKey: boolean
  readonly nativeEvent: { readonly isComposing: boolean; readonly keyCode: number }
}

/** Browsers report this key code for keys an input method handles. */
const INPUT_METHOD = 229

/** A plain Enter. Safari reports the Enter of an input method after the composition, with its own key code. */
export const sendsMessage = ({ key, shiftKey, nativeEvent }: KeyPress): boolean =>
  key === 'Enter' && !shiftKey && !nativeEvent.isComposing && nativeEvent.keyCode !== INPUT_METHOD
