import { msg } from '@parlance/i18n/messages'
import { expect, test } from 'vitest'
import { decode } from './decode-payload.ts'

const MOST = 6
const TOO_LARGE = 'Max size: 5 MBs'
const refused = (payload: string) => {
  try {
    return decode(payload, MOST, msg('max_size', { max: 5 })).toString()
  } catch (error) {
    return (error as Error).message
  }
}

test.each([
  ['data:image/png;base64,QUJD', 'ABC'],
  ['QUJD', 'ABC'],
  [' QU\nJD ', 'ABC'],
  ['data:image/png;base64,', 'The file is empty.'],
  ['', 'The file is empty.'],
  ['data:image/png,QUJD', 'base64Payload must be a data URL or plain base64.'],
  ['not base64!', 'base64Payload must be a data URL or plain base64.'],
  ['QUJDREVGRw==', TOO_LARGE],
])('%j: %s', (payload, outcome) => expect(refused(payload)).toBe(outcome))
