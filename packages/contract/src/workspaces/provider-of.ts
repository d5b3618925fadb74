// No zod, so that screens can load it.
import type { CredentialProvider } from './schemas.ts'

const NAMED = ['openai', 'anthropic', 'google', 'openai-compatible'] as const satisfies readonly CredentialProvider[]

/** `anthropic/claude-x` names its provider; a bare name is recognised by its prefix, else OpenAI's. */
export function providerOf(model: string): { provider: CredentialProvider; name: string } {
  const [prefix, ...rest] = model.split('/')
  const provider = NAMED.find((known) => known === prefix)
  if (provider && rest.length > 0) return { provider, name: rest.join('/') }
  if (/^claude/i.test(model)) return { provider: 'anthropic', name: model }
  if (/^gemini/i.test(model)) return { provider: 'google', name: model }
  return { provider: 'openai', name: model }
}
