import type { Logger } from '../../lib/log.ts'
import type { ProviderSettings } from '../../lib/settings.ts'
import type { SignInProvider } from '../../modules/accounts/ports.ts'

export function createLazyOidc(settings: ProviderSettings, log: Logger): SignInProvider {
  let loading: Promise<SignInProvider> | undefined
  const provider = () => (loading ??= import('./oidc.ts').then(({ createOidc }) => createOidc(settings, log)))
  return {
    id: settings.id,
    name: settings.name,
    pageFor: async (...request) => (await provider()).pageFor(...request),
    identify: async (...answer) => (await provider()).identify(...answer),
  }
}
