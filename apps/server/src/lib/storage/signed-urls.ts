// Signed URLs of files in buckets, which expire: bound to region, key, name, type and expiry, for reading only.
import type { Region } from '@parlance/contract/lib/regions'
import { isRegion } from '@parlance/contract/lib/regions'
import { AppError } from '@parlance/contract/lib/errors'
import { msg } from '@parlance/i18n/messages'
import type { Signer } from '../crypto.ts'
import type { Reading } from './storage.ts'

export interface StoredFile extends Reading {
  readonly region: Region
  readonly key: string
}

export interface SignedAddresses {
  /** A path on this installation's origin. */
  readonly addressOf: (file: StoredFile) => string
  /** Verifies a path and query; undefined for an invalid signature. Throws FORBIDDEN once expired. */
  readonly read: (path: string, query: Readonly<Record<string, string>>, now: Date) => StoredFile | undefined
}

const PURPOSE = 'stored'
const PATH = /^\/stored\/([a-z]+)\/([A-Za-z0-9_./-]{1,300})$/

export function createSignedAddresses({ sign, verify }: Signer): SignedAddresses {
  const signed = ({ region, key, filename, mime, expiresAt }: StoredFile) =>
    JSON.stringify(['GET', region, key, filename, mime, expiresAt.getTime()])
  return {
    addressOf(file) {
      const { region, key, filename, mime, expiresAt } = file
      const query = new URLSearchParams({
        name: filename,
        type: mime,
        until: String(expiresAt.getTime()),
        sig: sign(PURPOSE, signed(file)),
      })
      return `/stored/${region}/${key}?${query.toString()}`
    },
    read(path, { name = '', type = '', until = '', sig = '' }, now) {
      const [, region, key = ''] = PATH.exec(path) ?? []
      if (!isRegion(region) || !/^\d{1,15}$/.test(until)) return undefined
      const file = { region, key, filename: name, mime: type, expiresAt: new Date(Number(until)) }
      if (!verify(PURPOSE, signed(file), sig)) return undefined
      if (file.expiresAt <= now) throw new AppError('FORBIDDEN', msg('address_expired'))
      return file
    },
  }
}
