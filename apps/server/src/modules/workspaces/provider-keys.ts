// Owns a workspace's own provider keys: encrypted at rest, never shown, decrypted only for calls.
import { KEY_PROVIDERS } from '@parlance/contract/workspaces/schemas'
import type { Credential, KeyProvider } from '@parlance/contract/workspaces/schemas'
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

export interface ProviderKeys {
  /** Stores or replaces a key, '' for a server that wants none; `baseUrl` is '' for the provider's own address. */
  readonly saveCredential: (
    ctx: Ctx,
    credential: {
      readonly uid: string
      readonly provider: KeyProvider
      readonly apiKey: string
      readonly baseUrl: string
    },
  ) => Promise<Credential>
  /** Tests the stored key and stores the result, or only tests `apiKey`. @throws NOT_FOUND if no key is stored */
  readonly testCredential: (
    ctx: Ctx,
    asked: {
      readonly uid: string
      readonly provider: KeyProvider
      readonly apiKey?: string | undefined
      readonly baseUrl?: string | undefined
      readonly model?: string | undefined
    },
    check: KeyCheck['check'],
  ) => Promise<KeyTest>
  readonly listCredentials: (ctx: Ctx, uid: string) => Promise<Credential[]>
  readonly deleteCredential: (ctx: Ctx, uid: string, provider: KeyProvider) => Promise<void>
  /** Clears the cached keys of the workspace, after they were deleted by other means. */
  readonly forgetKeys: (ctx: Ctx, uid: string) => void
  /** A key that was passed on sealed when its workspace was deleted. */
  readonly openDeletedKey: (workspaceId: string, provider: KeyProvider, sealedKey: string) => ProviderKey
  /** The key in clear, for calls. Memoized for 5 s, so another node's change takes that long. */
  readonly providerKey: (ctx: Ctx, workspaceId: string, provider: KeyProvider) => Promise<ProviderKey | undefined>
}

const TTL_MS = 5000
const MAX_CACHED = 5000

export const vaultContextOf = (provider: string) => `credential|${provider}`

export interface ProviderKeysDeps {
  readonly vault: Vault
  /** Rejects an address inside our network; every call checks again. */
  readonly checkAddress?: (address: string) => Promise<void>
}

const INTERNAL_ADDRESS = msg('address_internal')

export function createProviderKeys({ vault, checkAddress }: ProviderKeysDeps): ProviderKeys {
  const cache = new LRUCache<string, Promise<ProviderKey | undefined>>({ max: MAX_CACHED, ttl: TTL_MS })
  const cacheKey = (ctx: Ctx, uid: string, provider: string) => `${ctx.region}:${uid}:${provider}`

  const openKey = createOpener(vault)
  const read = async (ctx: Ctx, uid: string, provider: string): Promise<ProviderKey | undefined> => {
    const row = await repository.findCredential(ctx.db, uid, provider)
    return row && openKey(uid, row)
  }

  return {
    async saveCredential(ctx, { uid, provider, apiKey, baseUrl }) {
      await assertPublicAddress(baseUrl, checkAddress)
      const row = {
        workspaceId: uid,
        provider,
        sealedKey: vault.seal(uid, vaultContextOf(provider), apiKey),
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
      cache.delete(cacheKey(ctx, uid, provider))
      return toCredential(row)
    },
    testCredential: createKeyTester(openKey),
    listCredentials: async (ctx, uid) => (await repository.listCredentials(ctx.db, uid)).map(toCredential),
    async deleteCredential(ctx, uid, provider) {
      await ctx.tx(async (tx) => {
        await repository.deleteCredential(tx.db, uid, provider)
        await tx.auditIn?.(tx, {})
      })
      cache.delete(cacheKey(ctx, uid, provider))
    },
    forgetKeys(ctx, uid) {
      for (const provider of KEY_PROVIDERS) cache.delete(cacheKey(ctx, uid, provider))
    },
    openDeletedKey: (workspaceId, provider, sealedKey) => openKey(workspaceId, { provider, sealedKey, baseUrl: '' }),
    providerKey(ctx, workspaceId, provider) {
      const name = cacheKey(ctx, workspaceId, provider)
      const cached = cache.get(name)
      if (cached) return cached
      const key = read(ctx, workspaceId, provider)
      cache.set(name, key)
      // Failed look-ups are not cached.
      key.catch(() => {
        if (cache.peek(name) === key) cache.delete(name)
      })
      return key
    },
  }
}

/** The URL of an own server; empty for the provider's default. */
async function assertPublicAddress(baseUrl: string, check: ProviderKeysDeps['checkAddress']): Promise<void> {
  if (baseUrl === '') return
  if (!isHttp(baseUrl)) throw new AppError('INVALID_INPUT', msg('base_url_scheme'))
  await check?.(baseUrl).catch((cause: unknown) => {
    throw new AppError('INVALID_INPUT', INTERNAL_ADDRESS, { cause })
  })
}

const createOpener =
  (vault: Vault) =>
  (
    uid: string,
    { provider, sealedKey, baseUrl }: Pick<repository.CredentialRow, 'provider' | 'sealedKey' | 'baseUrl'>,
  ): ProviderKey => ({
    apiKey: vault.open(uid, vaultContextOf(provider), sealedKey),
    baseUrl,
  })

const createKeyTester =
  (openKey: ReturnType<typeof createOpener>): ProviderKeys['testCredential'] =>
  async (ctx, { uid, provider, apiKey, baseUrl = '', model = '' }, check) => {
    const toTest = (verdict: KeyVerdict, address: string, keyless: boolean) =>
      toKeyTest({ provider, baseUrl: address, keyless, model }, ctx.now(), verdict)
    if (apiKey !== undefined) return toTest(await check(provider, { apiKey, baseUrl }, model), baseUrl, apiKey === '')
    const row = await repository.findCredential(ctx.db, uid, provider)
    if (!row) throw new AppError('NOT_FOUND', msg('no_provider_key'))
    const verdict = await check(provider, openKey(uid, row), model)
    const test = toTest(verdict, row.baseUrl, row.hint === '')
    await repository.setCredentialTest(ctx.db, row, { testedAt: new Date(test.at), testError: keptVerdict(verdict) })
    return test
  }

const isHttp = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

const toCredential = (row: repository.CredentialRow): Credential => {
  const { hint, baseUrl } = row
  const provider = row.provider as KeyProvider
  return {
    provider,
    hint,
    baseUrl,
    updatedAt: row.updatedAt.toISOString(),
    test:
      row.testedAt && toKeyTest({ provider, baseUrl, keyless: hint === '' }, row.testedAt, readVerdict(row.testError)),
  }
}

interface TestedKey {
  readonly provider: KeyProvider
  readonly baseUrl: string
  readonly keyless: boolean
  readonly model?: string
}
const toKeyTest = ({ provider, baseUrl, keyless, model = '' }: TestedKey, at: Date, verdict: KeyVerdict): KeyTest => ({
  at: at.toISOString(),
  result: verdict.result,
  ...keyMessage(verdict, { provider, ownAddress: baseUrl !== '', keyless, model }),
})
