import { expect, it } from 'vitest'
import { sendsMessage } from './sends-message.ts'

const press = (more: object = {}, native: object = {}) => ({
  key: 'Enter',
  shiftKey: false,
  nativeEvent: { isComposing: false, keyCode: 13, ...native },
  ...more,
})

it.each([
  ['a plain Enter', press(), true],
  ['Enter with Shift', press({ shiftKey: true }), false],
  ['another key', press({ key: 'a' }, { keyCode: 65 }), false],
  ['Enter in a composition', press({}, { isComposing: true, keyCode: 229 }), false],
  ['Enter that confirms a candidate in Safari', press({}, { keyCode: 229 }), false],
])('%s', (_name, event, sends) => expect(sendsMessage(event)).toBe(sends))
