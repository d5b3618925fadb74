// Stand-ins for outside services without a key: loopback servers that speak the real protocols, so the real adapters run.
import { join } from 'node:path'
import type { SandboxMail } from '@parlance/core/platform/platform.api'
import type { ProviderKey, Settings } from './platform/settings.ts'

export interface Sandbox {
  /** Present when no platform key for any model provider is configured. */
  readonly model: ProviderKey | undefined
  readonly smtpUrl: string | undefined
  readonly mails: (to: string | undefined) => SandboxMail[]
  /** What is simulated, for people. */
  readonly names: readonly string[]
  readonly close: () => Promise<void>
}

export async function startSandbox(settings: Settings): Promise<Sandbox> {
  const needsModel = Object.keys(settings.models).length === 0
  const needsMail = settings.mail.smtpUrl === undefined
  if (!needsModel && !needsMail)
    return { model: undefined, smtpUrl: undefined, mails: () => [], names: [], close: async () => {} }
  const { startSimulators } = await import('@parlance/simulators/simulators')
  const running = await startSimulators(
    [...(needsModel ? (['openai'] as const) : []), ...(needsMail ? (['mail'] as const) : [])],
    { mail: { storeDir: join(settings.dataDir, 'sandbox-mail') } },
  )
  return {
    model: running.openai ? { apiKey: running.openai.key, baseUrl: running.openai.url } : undefined,
    smtpUrl: running.mail?.smtpUrl,
    mails: (to) =>
      (running.mail?.inbox.list({ ...(to ? { to } : {}), limit: 100 }) ?? []).map((mail) => ({
        id: mail.id,
        from: mail.from,
        to: [...mail.to],
        subject: mail.subject,
        text: mail.text,
        html: mail.html ?? '',
        date: new Date(mail.date).toISOString(),
      })),
    names: [...(needsModel ? ['language model'] : []), ...(needsMail ? ['mail'] : [])],
    close: running.close,
  }
}
