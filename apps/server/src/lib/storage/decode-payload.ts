// Decodes uploads, which arrive as text in JSON.
import { EMPTY_FILE } from '@parlance/contract/files/schemas'
import { AppError, untranslated } from '@parlance/contract/lib/errors'
import type { MessageDescriptor } from '@parlance/i18n/messages'

/** The declared type of a data URL is ignored. @throws INVALID_INPUT, or PAYLOAD_TOO_LARGE with `tooLarge` */
export function decode(payload: string, maxBytes: number, tooLarge: MessageDescriptor): Buffer {
  const comma = payload.startsWith('data:') ? payload.indexOf(',') : -1
  if (comma > 200 || (comma >= 0 && !payload.slice(0, comma).endsWith(';base64'))) throw notBase64()
  const text = payload.slice(comma + 1).replace(/\s+/g, '')
  if (text === '') throw new AppError('INVALID_INPUT', EMPTY_FILE)
  if (isNotBase64(text)) throw notBase64()
  if (text.length > Math.ceil(maxBytes / 3) * 4) throw new AppError('PAYLOAD_TOO_LARGE', tooLarge)
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length > maxBytes) throw new AppError('PAYLOAD_TOO_LARGE', tooLarge)
  return bytes
}
/** Searches for an invalid character: a pattern for the whole text overflows the stack of the regular expression engine. */
const isNotBase64 = (text: string) => /[^A-Za-z0-9+/]/.test(text.replace(/={1,2}$/, '')) || text.startsWith('=')

const notBase64 = () => new AppError('INVALID_INPUT', untranslated('base64Payload must be a data URL or plain base64.'))
