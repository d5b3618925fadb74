import type { CredentialProvider } from '@parlance/contract/workspaces/schemas'

/** Display order; a type error reports a provider missing here. */
const ORDER: Record<CredentialProvider, number> = { openai: 0, anthropic: 1, google: 2, 'openai-compatible': 3 }
export const CREDENTIAL_PROVIDERS = Object.keys(ORDER) as CredentialProvider[]

export const providerFrom = (text: string): CredentialProvider | undefined =>
  CREDENTIAL_PROVIDERS.find((provider) => provider === text)
