/** Writes responses to the socket at the configured pace and with the configured faults. */
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Completion } from './chat-completion.ts'
import { chunksOf, completionBody, deltaChunk } from './chat-completion.ts'
import type { Plan } from './control.ts'
import { faultError } from './errors.ts'
import type { Fault } from '../faults.ts'

const EVENT_STREAM = 'text/event-stream; charset=utf-8'
const JSON_TYPE = 'application/json'
const HTML =
  '<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>\n'
const LONG_LINE = 10 * 1024 * 1024
const AFTER_TOKENS = 3

export type Ending = 'answered' | 'broken'

/** A response in progress; `left` is aborted when the client disconnects. */
export type Answer = { res: ServerResponse; left: AbortSignal; plan: Plan }

/** Applies faults that need no answer; `undefined` if the request is to be answered. @throws ApiError for a status fault */
export async function failBefore({ res, left, plan: { fault } }: Answer): Promise<Ending | undefined> {
  if (fault?.kind === 'status') throw faultError(fault.status, fault.retryAfter)
  if (fault?.kind === 'hang') {
    await gone(left)
    return 'broken'
  }
  if (fault?.kind === 'cut' && fault.afterTokens === 0) {
    res.destroy()
    return 'broken'
  }
  if (fault?.kind === 'garbage' && fault.form === 'html') {
    res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(HTML)
    return 'broken'
  }
  return undefined
}

/** Streams a completion as server-sent events. */
export async function writeStream(answer: Answer, completion: Completion): Promise<Ending> {
  const { res, left, plan } = answer
  const { fault, pace } = plan
  const { opening, deltas, closing } = chunksOf(completion)
  res.writeHead(200, {
    'content-type': contentType(fault, EVENT_STREAM),
    'cache-control': 'no-cache',
    connection: 'keep-alive',
  })
  res.flushHeaders()
  await pause(pace.firstTokenMs, left)
  await send(answer, event(opening))
  const breakAt = fault?.kind === 'cut' || fault?.kind === 'truncate' ? (fault.afterTokens ?? AFTER_TOKENS) : Infinity
  for (const [at, delta] of deltas.entries()) {
    if (at >= breakAt) break
    if (at > 0) await pause(pace.perTokenMs, left)
    await send(answer, event(delta))
    if (fault?.kind === 'garbage' && at === 0) await sendGarbage(answer, fault)
  }
  if (fault?.kind === 'endless') await babble(answer, completion)
  if (fault?.kind === 'cut') return destroy(answer)
  if (fault?.kind === 'truncate') return finish(answer, '', 'broken')
  const last = counted(closing.map(event).join(''), fault)
  return finish(answer, `${last}data: [DONE]\n\n`, isBreaking(fault) ? 'broken' : 'answered')
}

/** Writes a JSON body with status 200; for chat it takes as long as the tokens would have taken. */
export async function writeJson(answer: Answer, body: object, tokens = 0): Promise<Ending> {
  const { res, left, plan } = answer
  const { fault, pace } = plan
  await pause(tokens > 0 ? pace.firstTokenMs + tokens * pace.perTokenMs : 0, left)
  const text = fault?.kind === 'garbage' ? spoil(JSON.stringify(body), fault) : counted(JSON.stringify(body), fault)
  const bytes = typeof text === 'string' ? Buffer.from(text) : text
  const whole = fault === undefined || ['contentType', 'slow', 'usage'].includes(fault.kind)
  res.writeHead(200, {
    'content-type': contentType(fault, JSON_TYPE),
    ...(whole ? { 'content-length': bytes.length } : {}),
  })
  if (fault?.kind === 'endless') {
    while (!left.aborted) await sendRaw(answer, Buffer.from(' '.repeat(64)), Math.max(1, pace.perTokenMs))
    return 'broken'
  }
  if (fault?.kind === 'cut' || fault?.kind === 'truncate') {
    await sendRaw(answer, bytes.subarray(0, Math.ceil(bytes.length / 2)))
    return fault.kind === 'cut' ? destroy(answer) : finish(answer, '', 'broken')
  }
  return finish(answer, bytes, isBreaking(fault) ? 'broken' : 'answered')
}

export function writeCompletion(answer: Answer, completion: Completion): Promise<Ending> {
  return writeJson(answer, completionBody(completion), completion.usage.completion_tokens)
}

function isBreaking(fault: Fault | undefined): boolean {
  return fault?.kind === 'endless' || (fault?.kind === 'garbage' && fault.form !== 'splitUtf8')
}

function contentType(fault: Fault | undefined, usual: string): string {
  return fault?.kind === 'contentType' ? (fault.contentType ?? 'text/plain; charset=utf-8') : usual
}

function event(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`
}

/** With the token counts that the fault asks for. */
function counted(text: string, fault: Fault | undefined): string {
  if (fault?.kind !== 'usage') return text
  return text
    .replace(/("prompt_tokens":)\d+/, (_, name: string) => name + fault.prompt)
    .replace(/("completion_tokens":)\d+/, (_, name: string) => name + fault.completion)
}

function spoil(text: string, fault: Fault & { kind: 'garbage' }): string | Buffer {
  if (fault.form === 'longLine') return `${text.slice(0, -1)},"padding":"${'x'.repeat(fault.bytes ?? LONG_LINE)}"}`
  if (fault.form === 'badUtf8')
    return Buffer.concat([Buffer.from(text.slice(0, 20)), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from(text.slice(20))])
  return fault.form === 'json' ? text.slice(0, Math.ceil(text.length / 2)) : text
}

async function sendGarbage(answer: Answer, fault: Fault & { kind: 'garbage' }): Promise<void> {
  if (fault.form === 'json') await send(answer, 'data: {"id":"chatcmpl-broken","choices":[{"del\n\n')
  if (fault.form === 'badUtf8')
    await sendRaw(
      answer,
      Buffer.concat([Buffer.from('data: {"x":"'), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from('\n\n')]),
    )
  if (fault.form === 'longLine') await send(answer, `data: ${'x'.repeat(fault.bytes ?? LONG_LINE)}\n\n`)
}

async function babble(answer: Answer, completion: Completion): Promise<void> {
  for (let count = 1; !answer.left.aborted; count += 1) {
    await pause(answer.plan.pace.perTokenMs, answer.left)
    await send(answer, event(deltaChunk(completion, { content: ` and ${count}` })))
    // Without a pace the loop would never let the process notice that the client has left.
    if (count % 50 === 0) await new Promise(setImmediate)
  }
}

/** Sends text as the fault asks: whole, byte by byte, or split inside its characters. */
async function send(answer: Answer, text: string): Promise<void> {
  const { fault } = answer.plan
  const bytes = Buffer.from(text)
  if (fault?.kind === 'slow') {
    for (let at = 0; at < bytes.length; at += 1) await sendRaw(answer, bytes.subarray(at, at + 1), fault.everyMs)
  } else if (fault?.kind === 'garbage' && fault.form === 'splitUtf8') {
    let from = 0
    for (let at = 0; at < bytes.length; at += 1) {
      if ((bytes[at] ?? 0) < 0xc0) continue
      await sendRaw(answer, bytes.subarray(from, at + 1), 2)
      from = at + 1
    }
    await sendRaw(answer, bytes.subarray(from))
  } else await sendRaw(answer, bytes)
}

async function sendRaw({ res, left }: Answer, bytes: Buffer, thenMs = 0): Promise<void> {
  if (left.aborted || bytes.length === 0) return
  if (!res.write(bytes)) await drained(res, left)
  await pause(thenMs, left)
}

async function finish(answer: Answer, last: string | Buffer, ending: Ending): Promise<Ending> {
  const { fault } = answer.plan
  const bytes = typeof last === 'string' ? Buffer.from(last) : last
  if (fault?.kind === 'slow') {
    for (let at = 0; at < bytes.length; at += 1) await sendRaw(answer, bytes.subarray(at, at + 1), fault.everyMs)
    answer.res.end()
  } else if (!answer.left.aborted) answer.res.end(bytes)
  return ending
}

async function destroy({ res, left }: Answer): Promise<Ending> {
  // The bytes must reach the client before the connection breaks.
  await pause(5, left)
  res.destroy()
  return 'broken'
}

async function pause(ms: number, left: AbortSignal): Promise<void> {
  if (ms <= 0 || left.aborted) return
  await sleep(ms, undefined, { signal: left }).catch(() => undefined)
}

function drained(res: ServerResponse, left: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      res.off('drain', done)
      left.removeEventListener('abort', done)
      resolve()
    }
    res.once('drain', done)
    left.addEventListener('abort', done)
  })
}

function gone(left: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (left.aborted) resolve()
    else left.addEventListener('abort', () => resolve(), { once: true })
  })
}
