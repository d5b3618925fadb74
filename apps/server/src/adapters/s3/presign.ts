// Addresses that a store signs for reading one file (AWS Signature Version 4, in the query), worked out without asking it.
import { createHash, createHmac } from 'node:crypto'
import type { S3Place } from '../../lib/settings.ts'

export interface Keys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Of keys that a role of the machine was lent. */
  readonly sessionToken?: string | undefined
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
/** What RFC 3986 leaves unreserved stands as it is, all else is encoded. */
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** Where the store has a file: Amazon's names its buckets in the host, where a certificate can; others in the path. */
export function fileAt({ bucket, region, endpoint }: S3Place, key: string): URL {
  if (endpoint !== undefined) return new URL(`${endpoint}/${bucket}/${key}`)
  const host = `s3.${region}.amazonaws.com`
  return new URL(bucket.includes('.') ? `https://${host}/${bucket}/${key}` : `https://${bucket}.${host}/${key}`)
}

/** `more` are parameters that the store heeds, like `response-content-type`. Good from `from` on for so many seconds. */
export function presignedGet(
  url: URL,
  {
    keys,
    region,
    from,
    seconds,
    more = {},
  }: {
    readonly keys: Keys
    readonly region: string
    readonly from: Date
    readonly seconds: number
    readonly more?: Readonly<Record<string, string>>
  },
): string {
  const moment = from.toISOString().replace(/[-:]|\.\d+/g, '')
  const day = moment.slice(0, 8)
  const scope = `${day}/${region}/s3/aws4_request`
  const query = Object.entries({
    ...more,
    'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
    'X-Amz-Credential': `${keys.accessKeyId}/${scope}`,
    'X-Amz-Date': moment,
    'X-Amz-Expires': String(seconds),
    'X-Amz-SignedHeaders': 'host',
    ...(keys.sessionToken === undefined ? {} : { 'X-Amz-Security-Token': keys.sessionToken }),
  })
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .toSorted()
    .join('&')
  const request = ['GET', url.pathname, query, `host:${url.host}`, '', 'host', 'UNSIGNED-PAYLOAD'].join('\n')
  const text = ['AWS4-HMAC-SHA256', moment, scope, createHash('sha256').update(request).digest('hex')].join('\n')
  const secret = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${keys.secretAccessKey}`)
  return `${url.origin}${url.pathname}?${query}&X-Amz-Signature=${hmac(secret, text).toString('hex')}`
}
