// How Twilio proves a call: an HMAC over the address it calls and every field it sends.
import { createHmac } from 'node:crypto'

/** Pure: base64 of the HMAC-SHA1 over the address and the fields in the order of their names. */
export function twilioSignature(authToken: string, url: string, form: URLSearchParams): string {
  const names = [...new Set(form.keys())].toSorted()
  const fields = names.map((name) =>
    [...new Set(form.getAll(name))]
      .toSorted()
      .map((value) => `${name}${value}`)
      .join(''),
  )
  return createHmac('sha1', authToken)
    .update(`${url}${fields.join('')}`, 'utf8')
    .digest('base64')
}
