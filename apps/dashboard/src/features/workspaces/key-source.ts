// Whose key a provider's models use.
import type { SpeechKeyProvider } from '@parlance/contract/workspaces/key-test'
import type { Credential, CredentialProvider, OfferedModels } from '@parlance/contract/workspaces/schemas'

export type KeySource = 'ownKey' | 'platform' | 'sandbox' | 'nobody'

interface Known {
  readonly stored: readonly Pick<Credential, 'provider'>[]
  readonly models: Pick<OfferedModels, 'items'>
  /** The installation has no key, so the sandbox serves providers without one. */
  readonly sandbox: boolean
}

export function keySourceOf(provider: CredentialProvider, { stored, models, sandbox }: Known): KeySource {
  if (stored.some((item) => item.provider === provider)) return 'ownKey'
  const offered = models.items.find((item) => item.provider === provider && item.paidBy !== 'ownKey')
  return offered?.paidBy ?? (sandbox ? 'sandbox' : 'nobody')
}

export function speechKeySourceOf(
  provider: SpeechKeyProvider,
  { stored, platform }: { readonly stored: Known['stored']; readonly platform: readonly SpeechKeyProvider[] },
): KeySource {
  if (stored.some((item) => item.provider === provider)) return 'ownKey'
  return platform.includes(provider) ? 'platform' : 'nobody'
}
