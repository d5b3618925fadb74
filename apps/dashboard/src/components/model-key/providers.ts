import type { CredentialProvider } from '@parlance/contract/workspaces/schemas'

/** In the order of the screen; a provider added to the contract is missing here as a type error. */
const ORDER: Record<CredentialProvider, number> = { openai: 0, anthropic: 1, google: 2, 'openai-compatible': 3 }
export const CREDENTIAL_PROVIDERS = Object.keys(ORDER) as CredentialProvider[]

export const providerFrom = (text: string): CredentialProvider | undefined =>
  CREDENTIAL_PROVIDERS.find((provider) => provider === text)
