// Simulators for outside services without a key: loopback servers with the real protocols, so that the real adapters run.
import { join } from 'node:path'
import type { SandboxMail } from '@parlance/contract/platform/api'
import { isSandboxMail } from './lib/mail.ts'
import type { ProviderKey, Settings, StripeSettings } from './lib/settings.ts'

export interface Sandbox {
  /** Present when no platform key for any model provider is configured. */
  readonly model: ProviderKey | undefined
  /** Voiceflow's URL, the configured one, or that of its simulator, which runs with the sandbox model. */
  readonly voiceflow: { readonly baseUrl: string; readonly sandboxed: boolean }
  /** The configured account, or the simulator. */
  readonly stripe: StripeSettings & { readonly sandboxed: boolean }
  readonly smtpUrl: string | undefined
  /** The fonts provider's URL: the configured one, or that of its simulator, which runs with the sandbox mail. */
  readonly fontsUrl: string
  readonly mails: (to: string | undefined) => SandboxMail[]
  /** Names of the simulated services, for display. */
  readonly names: readonly string[]
  readonly close: () => Promise<void>
}

const GOOGLE_FONTS = 'https://fonts.googleapis.com'
/** Refuses every call. */
const NO_STRIPE: StripeSettings = {
  secretKey: 'sk_test_sandbox',
  publishableKey: '',
  webhookSecrets: [],
  baseUrl: 'http://127.0.0.1:9',
}
const VOICEFLOW = 'https://general-runtime.voiceflow.com'

export async function startSandbox(settings: Settings): Promise<Sandbox> {
  const needsModel = Object.keys(settings.models).length === 0
  const needsMail = isSandboxMail(settings.mail)
  const needsVoiceflow = needsModel && settings.voiceflowBaseUrl === undefined
  const needsFonts = needsMail && settings.fontsBaseUrl === undefined
  const fontsUrl = settings.fontsBaseUrl ?? GOOGLE_FONTS
  const voiceflow = { baseUrl: settings.voiceflowBaseUrl ?? VOICEFLOW, sandboxed: false }
  const stripe = { ...(settings.stripe ?? NO_STRIPE), sandboxed: settings.stripe === undefined }
  if (!needsModel && !needsMail)
    return {
      model: undefined,
      voiceflow,
      stripe,
      smtpUrl: undefined,
      fontsUrl,
      mails: () => [],
      names: [],
      close: async () => {},
    }
  const { startSimulators } = await import('@parlance/simulators/simulators')
  const running = await startSimulators(
    [
      ...(needsModel ? (['openai'] as const) : []),
      ...(needsVoiceflow ? (['voiceflow'] as const) : []),
      ...(needsMail ? (['mail'] as const) : []),
      ...(needsFonts ? (['fonts'] as const) : []),
    ],
    { mail: { storeDir: join(settings.dataDir, 'sandbox-mail') } },
  )
  return {
    model: running.openai ? { apiKey: running.openai.key, baseUrl: running.openai.url } : undefined,
    voiceflow: running.voiceflow ? { baseUrl: running.voiceflow.url, sandboxed: true } : voiceflow,
    stripe,
    smtpUrl: running.mail?.smtpUrl,
    fontsUrl: running.fonts?.url ?? fontsUrl,
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
    names: [
      ...(needsModel ? ['language model'] : []),
      ...(needsVoiceflow ? ['Voiceflow'] : []),
      ...(needsMail ? ['mail'] : []),
      ...(needsFonts ? ['fonts'] : []),
    ],
    close: running.close,
  }
}
