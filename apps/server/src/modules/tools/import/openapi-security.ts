import { type DraftField, secretNameFor } from './collector.ts'
import type { DocumentReader } from './openapi-reader.ts'
import { type MessageCode, type MessageDescriptor, msg } from '@parlance/i18n/messages'

type Note = (reason: MessageDescriptor) => void

/** Fields of the first accepted scheme; none if anonymous calls are accepted. */
export function securityFields(
  requirements: unknown,
  reader: DocumentReader,
  note: Note,
  serverUrl: string,
): DraftField[] {
  const ways = (Array.isArray(requirements) ? requirements : []).map((way) => Object.keys(reader.record(way)))
  const [first = []] = ways
  if (ways.some((way) => way.length === 0)) return []
  const schemes = reader.record({ $ref: '#/components/securitySchemes' })
  const fields = first.slice(0, 5).flatMap((name) => {
    if (!Object.hasOwn(schemes, name)) {
      note(msg('openapi_sign_in_undescribed', { name }))
      return []
    }
    return schemeField(name, reader.record(schemes[name]), { reader, note, serverUrl })
  })
  return [...new Map(fields.map((field) => [`${field.in}|${field.key.toLowerCase()}`, field])).values()]
}

function schemeField(
  name: string,
  scheme: Readonly<Record<string, unknown>>,
  { reader, note, serverUrl }: { reader: DocumentReader; note: Note; serverUrl: string },
): DraftField[] {
  const type = reader.text(scheme['type'])
  const secret = secretNameFor(serverUrl, name)
  const store = (what: MessageCode) => note(msg('openapi_store_secret', { reason: msg(what), name: secret }))
  const authorization = (value: string): DraftField[] => [{ key: 'Authorization', in: 'header', isEnv: true, value }]
  if (type === 'apiKey') {
    const key = reader.text(scheme['name'])
    store('openapi_the_api_key')
    if (scheme['in'] === 'cookie') return [{ key: 'Cookie', in: 'header', isEnv: true, value: `${key}={${secret}}` }]
    return [{ key, in: scheme['in'] === 'query' ? 'query' : 'header', isEnv: true, value: secret }]
  }
  if (type === 'http' && reader.text(scheme['scheme']).toLowerCase() === 'basic') {
    store('openapi_the_basic_value')
    return authorization(secret)
  }
  if (type === 'http' || type === 'oauth2' || type === 'openIdConnect') {
    store(type === 'http' ? 'openapi_the_token' : 'openapi_the_access_token')
    return authorization(`Bearer {${secret}}`)
  }
  note(msg('openapi_sign_in_left_out', { name: type || name }))
  return []
}
