import { createHmac } from 'node:crypto'

/** Base64 of the HMAC-SHA1 over the URL and the fields sorted by name. */
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
