// Which provider a model name means; without a schema, so that screens can say it too.
import type { CredentialProvider } from './schemas.ts'

const NAMED = ['openai', 'anthropic', 'google', 'openai-compatible'] as const satisfies readonly CredentialProvider[]

/** `anthropic/claude-x` names its provider; a bare name is recognised by how it begins, and is OpenAI's otherwise. */
export function providerOf(model: string): { provider: CredentialProvider; name: string } {
  const [prefix, ...rest] = model.split('/')
  const provider = NAMED.find((known) => known === prefix)
  if (provider && rest.length > 0) return { provider, name: rest.join('/') }
  if (/^claude/i.test(model)) return { provider: 'anthropic', name: model }
  if (/^gemini/i.test(model)) return { provider: 'google', name: model }
  return { provider: 'openai', name: model }
}
