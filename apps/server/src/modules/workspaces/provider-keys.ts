// Owns a workspace's own provider keys: sealed at rest, shown to nobody, opened only to call the provider.
import { CREDENTIAL_PROVIDERS } from '@parlance/contract/workspaces/schemas'
import type { Credential, CredentialProvider } from '@parlance/contract/workspaces/schemas'
import {
  keptVerdict,
  keyMessage,
  type KeyTest,
  type KeyVerdict,
  readVerdict,
} from '@parlance/contract/workspaces/key-test'
import { AppError } from '@parlance/contract/lib/errors'
import { LRUCache } from 'lru-cache'
import { msg } from '@parlance/i18n/messages'
import type { Ctx } from '../../lib/ctx.ts'
import type { Vault } from '../../lib/crypto.ts'
import type { ProviderKey } from '../../lib/settings.ts'
import type { KeyCheck } from './ports.ts'
import * as repository from './repository.ts'

export interface Credentials {
  /** Stores or replaces a key, '' for a server that wants none; `baseUrl` is '' for the provider's own address. */
  readonly saveCredential: (
    ctx: Ctx,
    credential: {
      readonly uid: string
      readonly provider: CredentialProvider
      readonly apiKey: string
      readonly baseUrl: string
    },
  ) => Promise<Credential>
  /**
   * Tries the stored key, and keeps the result with it unless it is replaced meanwhile; with an `apiKey` tries that one and
   * keeps nothing. NOT_FOUND where no key is stored.
   */
  readonly testCredential: (
    ctx: Ctx,
    asked: {
      readonly uid: string
      readonly provider: CredentialProvider
      readonly apiKey?: string | undefined
      readonly baseUrl?: string | undefined
    },
    check: KeyCheck['check'],
  ) => Promise<KeyTest>
  readonly listCredentials: (ctx: Ctx, uid: string) => Promise<Credential[]>
  /** Forgets a key; one that is not there is forgotten already. */
  readonly deleteCredential: (ctx: Ctx, uid: string, provider: CredentialProvider) => Promise<void>
  /** Drops what this process remembers of the workspace's keys, after they were deleted by other means. */
  readonly forgetKeys: (ctx: Ctx, uid: string) => void
  /**
   * The key in clear, for calling the provider. Memoized for 5 s, so another node's change takes that long;
   * this process's own takes effect at once.
   */
  readonly providerKey: (
    ctx: Ctx,
    workspaceId: string,
    provider: CredentialProvider,
  ) => Promise<ProviderKey | undefined>
}

const TTL_MS = 5000
const MOST_REMEMBERED = 5000

export const placeOf = (provider: string) => `credential|${provider}`

export interface CredentialsDeps {
  readonly vault: Vault
  /** Rejects an address inside our network; every call checks again. */
  readonly checkAddress?: (address: string) => Promise<void>
}

const INSIDE = msg('address_internal')

export function createCredentials({ vault, checkAddress }: CredentialsDeps): Credentials {
  const remembered = new LRUCache<string, Promise<ProviderKey | undefined>>({ max: MOST_REMEMBERED, ttl: TTL_MS })
  const nameOf = (ctx: Ctx, uid: string, provider: string) => `${ctx.region}:${uid}:${provider}`

  const opened = opening(vault)
  const read = async (ctx: Ctx, uid: string, provider: string): Promise<ProviderKey | undefined> => {
    const row = await repository.findCredential(ctx.db, uid, provider)
    return row && opened(uid, row)
  }

  return {
    async saveCredential(ctx, { uid, provider, apiKey, baseUrl }) {
      await mustBeOutside(baseUrl, checkAddress)
      const row = {
        workspaceId: uid,
        provider,
        sealedKey: vault.seal(uid, placeOf(provider), apiKey),
        hint: apiKey.slice(-4),
        baseUrl,
        updatedAt: ctx.now(),
        testedAt: null,
        testError: '',
      }
      await ctx.tx(async (tx) => {
        if (!(await repository.find(tx.db, uid))) throw new AppError('NOT_FOUND')
        await repository.upsertCredential(tx.db, row)
        await tx.auditIn?.(tx, {})
      })
      remembered.delete(nameOf(ctx, uid, provider))
      return shown(row)
    },
    testCredential: trying(opened),
    listCredentials: async (ctx, uid) => (await repository.listCredentials(ctx.db, uid)).map(shown),
    async deleteCredential(ctx, uid, provider) {
      await ctx.tx(async (tx) => {
        await repository.deleteCredential(tx.db, uid, provider)
        await tx.auditIn?.(tx, {})
      })
      remembered.delete(nameOf(ctx, uid, provider))
    },
    forgetKeys(ctx, uid) {
      for (const provider of CREDENTIAL_PROVIDERS) remembered.delete(nameOf(ctx, uid, provider))
    },
    providerKey(ctx, workspaceId, provider) {
      const name = nameOf(ctx, workspaceId, provider)
      const known = remembered.get(name)
      if (known) return known
      const key = read(ctx, workspaceId, provider)
      remembered.set(name, key)
      // A failed look-up is not an answer to remember.
      key.catch(() => {
        if (remembered.peek(name) === key) remembered.delete(name)
      })
      return key
    },
  }
}

/** Of a provider's own server; empty for the provider's usual one. */
async function mustBeOutside(baseUrl: string, check: CredentialsDeps['checkAddress']): Promise<void> {
  if (baseUrl === '') return
  if (!isHttp(baseUrl)) throw new AppError('INVALID_INPUT', msg('base_url_scheme'))
  await check?.(baseUrl).catch((cause: unknown) => {
    throw new AppError('INVALID_INPUT', INSIDE, { cause })
  })
}

const opening =
  (vault: Vault) =>
  (uid: string, { provider, sealedKey, baseUrl }: repository.CredentialRow): ProviderKey => ({
    apiKey: vault.open(uid, placeOf(provider), sealedKey),
    baseUrl,
  })

const trying =
  (opened: ReturnType<typeof opening>): Credentials['testCredential'] =>
  async (ctx, { uid, provider, apiKey, baseUrl = '' }, check) => {
    const tested = (verdict: KeyVerdict, address: string, keyless: boolean) =>
      testOf({ provider, baseUrl: address, keyless }, ctx.now(), verdict)
    if (apiKey !== undefined) return tested(await check(provider, { apiKey, baseUrl }), baseUrl, apiKey === '')
    const row = await repository.findCredential(ctx.db, uid, provider)
    if (!row) throw new AppError('NOT_FOUND', msg('no_provider_key'))
    const verdict = await check(provider, opened(uid, row))
    const test = tested(verdict, row.baseUrl, row.hint === '')
    await repository.setCredentialTest(ctx.db, row, { testedAt: new Date(test.at), testError: keptVerdict(verdict) })
    return test
  }

const isHttp = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

const shown = (row: repository.CredentialRow): Credential => {
  const { hint, baseUrl } = row
  const provider = row.provider as CredentialProvider
  return {
    provider,
    hint,
    baseUrl,
    updatedAt: row.updatedAt.toISOString(),
    test: row.testedAt && testOf({ provider, baseUrl, keyless: hint === '' }, row.testedAt, readVerdict(row.testError)),
  }
}

interface Asked {
  readonly provider: CredentialProvider
  readonly baseUrl: string
  readonly keyless: boolean
}
const testOf = ({ provider, baseUrl, keyless }: Asked, at: Date, verdict: KeyVerdict): KeyTest => ({
  at: at.toISOString(),
  result: verdict.result,
  ...keyMessage(verdict, { provider, ownAddress: baseUrl !== '', keyless }),
})
