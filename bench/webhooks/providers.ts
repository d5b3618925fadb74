// Telegram and a model for benches, in a process of their own: their work must not delay the clock.
import { startOpenAi } from '../../packages/simulators/src/openai/server.ts'
import { startTelegram } from '../../packages/simulators/src/telegram/server.ts'
import { endWithParent } from '../run-as-child.ts'

export interface Providers {
  readonly telegram: string
  readonly model: { readonly url: string; readonly key: string }
}
export interface State {
  readonly webhook?: { readonly url: string; readonly secret?: string }
  /** Answers of the agent. */
  readonly answered: number
}

const telegram = await startTelegram()
const { url, key } = await startOpenAi({ firstTokenMs: 20, perTokenMs: 1 })
endWithParent()
process.on('message', (bot: string) => {
  const webhook = telegram.webhooks.get(bot)
  const answered = telegram.calls.filter(({ method }) => method === 'sendMessage').length
  process.send?.({ ...(webhook ? { webhook } : {}), answered } satisfies State)
})
process.send?.({ telegram: telegram.url, model: { url, key } } satisfies Providers)
