// Transcribes recordings with any OpenAI-compatible server.
import { cut } from '@parlance/contract/lib/text'
import { AppError, untranslated } from '@parlance/contract/lib/errors'
import { z } from 'zod'
import type { Endpoint } from './embeddings.ts'
import {
  type Recording,
  type Transcriber,
  type Transcript,
  TranscriptionError,
} from '../../modules/conversations/ports.ts'
import type { PaidBy } from '../../modules/billing/index.ts'
import type { Ctx } from '../../lib/ctx.ts'

export interface TranscriberOptions {
  /** The workspace's own key first, then the platform's, then the sandbox; undefined without any. */
  readonly endpointFor: (ctx: Ctx, workspaceId: string) => Promise<(Endpoint & { readonly own: boolean }) | undefined>
  readonly model: string
  /** Of one call, in milliseconds; 60,000 when absent. */
  readonly timeoutMs?: number
}

const MAX_CHARS = 16_000
const MAX_ANSWER = 1_000_000
const Answer = z.object({
  text: z.string(),
  duration: z.number().optional().catch(undefined),
  usage: z
    .object({ type: z.literal('duration'), seconds: z.number().nonnegative() })
    .optional()
    .catch(undefined),
})

export const createTranscriber = (options: TranscriberOptions): Transcriber => ({
  async open(ctx, workspaceId) {
    const endpoint = await options.endpointFor(ctx, workspaceId)
    if (!endpoint)
      throw new AppError('MODEL_UNAVAILABLE', untranslated('Voice notes can’t be written out here. Write a message.'))
    return {
      model: options.model,
      paidBy: payer(endpoint),
      transcribe: (recording) => transcribe(endpoint, options, recording),
    }
  },
})

const payer = ({ own, sandbox }: { own: boolean; sandbox: boolean }): PaidBy =>
  sandbox ? 'sandbox' : own ? 'ownKey' : 'platform'

async function transcribe(endpoint: Endpoint, options: TranscriberOptions, recording: Recording): Promise<Transcript> {
  const response = await ask(endpoint, options, recording)
  const body = await response.text().catch((error: unknown) => {
    throw new TranscriptionError('down', 'the answer broke off', { cause: error })
  })
  if (!response.ok) throw new TranscriptionError(kindOf(response.status), `it answered ${response.status}`)
  const read = Answer.safeParse(body.length > MAX_ANSWER ? undefined : parsed(body))
  if (!read.success) throw new TranscriptionError('garbled', 'the answer holds no text')
  const { text, duration, usage } = read.data
  return { text: cut(text.trim(), MAX_CHARS).toWellFormed(), seconds: usage?.seconds ?? duration }
}

async function ask(
  { baseUrl, apiKey, fetch: fetcher = fetch }: Endpoint,
  { model, timeoutMs = 60_000 }: TranscriberOptions,
  { bytes, mime, filename, signal }: Recording,
): Promise<Response> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(bytes)], { type: mime }), filename)
  form.set('model', model)
  form.set('response_format', 'json')
  // Encoded here, because the guarded client is from another library and does not accept this FormData.
  const sent = new Response(form)
  const timeout = AbortSignal.timeout(timeoutMs)
  try {
    return await fetcher(`${baseUrl.replace(/\/+$/, '')}/audio/transcriptions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        accept: 'application/json',
        'content-type': sent.headers.get('content-type') ?? '',
      },
      body: new Uint8Array(await sent.arrayBuffer()),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
  } catch (error) {
    throw new TranscriptionError('down', 'it could not be reached', { cause: error })
  }
}

const kindOf = (status: number): TranscriptionError['kind'] =>
  status === 429 ? 'busy' : status >= 500 || status === 408 ? 'down' : 'refused'

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
