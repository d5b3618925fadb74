// One delivery attempt: sends the signed request and stores the result.
import { isAccepted, nextAttempt, readRetryAfter } from './retries.ts'
import { TEST_EVENT } from '@parlance/contract/events/schemas'
import { storable } from '@parlance/contract/lib/text'
import type { Vault } from '../../lib/crypto.ts'
import type { Ctx } from '../../lib/ctx.ts'
import { stop } from './endpoints.repository.ts'
import type { Outbound, WriteLog } from './ports.ts'
import { deliveryHeaders, openSecrets, signingSecretsAt } from './signatures.ts'
import * as repository from './repository.ts'
import { type MessageDescriptor, msg } from '@parlance/i18n/messages'
import { storedMessage } from '../../lib/stored-message.ts'

export interface DeliverDeps {
  readonly vault: Vault
  readonly outbound: Pick<Outbound, 'fetch' | 'reason'>
  /** Called after the endpoint answered 410 Gone and was stopped. */
  readonly stopped: (ctx: Ctx, workspaceId: string) => void
  readonly writeLog: WriteLog
  readonly random: () => number
  /** Milliseconds for one exchange; 15,000 when absent. */
  readonly timeoutMs?: number
}

const TIMEOUT_MS = 15_000
/** Milliseconds to wait for the response body, once the status is known. */
const BODY_TIMEOUT_MS = 2000
const EXCERPT_BYTES = 1024

interface Answer {
  readonly status: number
  readonly error: MessageDescriptor | undefined
  readonly response: string
  readonly retryAfterMs: number | undefined
}

/** Sends a claimed delivery. Returns whether the endpoint accepted it. */
export async function attemptDelivery(deps: DeliverDeps, ctx: Ctx, claimed: repository.Claimed): Promise<boolean> {
  const { id, body, attempts: number, workspace_id: workspaceId, endpoint_id: endpointId } = claimed
  const at = ctx.now()
  const started = performance.now()
  const secrets = openSecrets(deps.vault, { workspaceId, endpointId }, claimed.sealed)
  const signed = { id, timestamp: Math.floor(at.getTime() / 1000), body }
  const answer = await post(
    deps,
    ctx,
    claimed.endpoint,
    body,
    deliveryHeaders(signed, secrets ? signingSecretsAt(secrets, at) : []),
  )
  const durationMs = Math.round(performance.now() - started)
  const limit = claimed.type === TEST_EVENT ? { maxAttempts: 1 } : {}
  const next = nextAttempt({ ...answer, number, ...limit }, deps.random())
  const endedAt = ctx.now()
  const stops = await ctx.tx(async (tx) => {
    const { status, error, response } = answer
    const ours = await repository.recordAttempt(tx.db, {
      id,
      number,
      at,
      durationMs,
      status,
      error: storedMessage(error),
      response,
      endedAt,
      state: next.kind === 'again' ? 'waiting' : next.kind === 'delivered' ? 'delivered' : 'failed',
      nextAt: next.kind === 'again' ? new Date(endedAt.getTime() + next.inMs) : undefined,
    })
    if (!ours) return false
    // A user who sends a test event sees the result on screen.
    if (next.kind !== 'delivered' && claimed.type !== TEST_EVENT)
      await reportFailure(deps, tx, claimed, answer, next.kind)
    if (next.kind !== 'gone' || !(await stop(tx.db, workspaceId, endpointId, claimed.endpoint, endedAt))) return false
    await repository.cancelWaiting(tx.db, workspaceId, endpointId, endedAt)
    return true
  })
  if (stops) deps.stopped(ctx, workspaceId)
  return isAccepted(answer.status)
}

/** Logs only the first and the last failure, because those in between need no action. Another job sends mails. */
async function reportFailure(
  { writeLog }: DeliverDeps,
  tx: Ctx,
  { id, type, attempts: attempt, endpoint, endpoint_id: endpointId, workspace_id: workspaceId }: repository.Claimed,
  { status, error }: Answer,
  next: 'again' | 'failed' | 'gone',
): Promise<void> {
  const given = next !== 'again'
  if (attempt === 1 || given)
    await writeLog(tx, {
      workspaceId,
      type: 'event_failed',
      content: msg(given ? 'event_given_up' : 'event_retried', { event: type, reason: error ?? '' }),
      metadata: { deliveryId: id, event: type, attempt, status, endpoint, endpointId },
    })
  await tx.emit({ type: 'delivery.failed', workspaceId, endpointId })
}

async function post(
  { outbound, timeoutMs = TIMEOUT_MS }: DeliverDeps,
  ctx: Ctx,
  endpoint: string,
  body: string,
  headers: Record<string, string>,
): Promise<Answer> {
  const none = { status: 0, response: '', retryAfterMs: undefined }
  const hangUp = new AbortController()
  const timer = setTimeout(() => hangUp.abort(), timeoutMs)
  try {
    const response = await outbound.fetch(endpoint, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      signal: hangUp.signal,
    })
    const { status } = response
    return {
      status,
      error: isAccepted(status) ? undefined : refusal(status),
      response: await readExcerpt(response),
      retryAfterMs: readRetryAfter(response.headers.get('retry-after'), ctx.now()),
    }
  } catch (error) {
    const late = hangUp.signal.aborted
    return { ...none, error: late ? msg('endpoint_no_answer', { seconds: timeoutMs / 1000 }) : outbound.reason(error) }
  } finally {
    clearTimeout(timer)
    hangUp.abort()
  }
}

function refusal(status: number): MessageDescriptor {
  if (status === 410) return msg('endpoint_answered_gone')
  return msg(status >= 300 && status < 400 ? 'endpoint_answered_redirect' : 'endpoint_answered_status', { status })
}

/** The first 1 KB of the response body, or whatever arrived within `BODY_TIMEOUT_MS`. */
async function readExcerpt({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  if (!reader) return ''
  const parts: Uint8Array[] = []
  let size = 0
  const read = async () => {
    while (size < EXCERPT_BYTES) {
      const { done, value } = await reader.read()
      if (done) return
      parts.push(value)
      size += value.byteLength
    }
  }
  const timer = Promise.withResolvers<undefined>()
  const soon = setTimeout(() => timer.resolve(undefined), BODY_TIMEOUT_MS)
  // A body that breaks off does not matter: the status is known.
  await Promise.race([read().catch(() => undefined), timer.promise])
  clearTimeout(soon)
  void reader.cancel().catch(() => undefined)
  const bytes = Buffer.concat(parts).subarray(0, EXCERPT_BYTES)
  return storable(new TextDecoder().decode(bytes))
}
