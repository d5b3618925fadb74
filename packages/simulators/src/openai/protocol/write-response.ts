/** Writes responses to the socket at the configured pace and with the configured faults. */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Completion } from './chat-completion.ts'
import { chunksOf, completionBody, deltaChunk } from './chat-completion.ts'
import type { Plan } from './control.ts'
import { faultError } from './errors.ts'
import type { Fault } from '../faults.ts'

const HTML =
  '<!DOCTYPE html>\n<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>\n'
const LONG_LINE = 10 * 1024 * 1024
const NO_UTF8 = Buffer.from([0xc3, 0x28, 0xff])
const AFTER_TOKENS = 3
const BREAKING: readonly Fault['kind'][] = ['truncate', 'endless', 'garbage']

export type Ending = 'answered' | 'broken'
type Garbage = Extract<Fault, { kind: 'garbage' }>

/** A response in progress; `left` is aborted when the client disconnects. */
export type Answer = { res: ServerResponse; left: AbortSignal; plan: Plan }

/** Applies faults that need no answer; `undefined` if the request is to be answered. @throws ApiError for a status fault */
export async function failBefore({ res, left, plan: { fault } }: Answer): Promise<Ending | undefined> {
  if (fault?.kind === 'status') throw faultError(fault.status, fault.retryAfter)
  if (fault?.kind === 'hang') {
    if (!left.aborted) await once(left, 'abort')
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
    'content-type': 'text/event-stream; charset=utf-8',
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
    if (fault?.kind === 'garbage' && at === 0) await sendRaw(answer, garbageLine(fault))
  }
  if (fault?.kind === 'endless') await babble(answer, completion)
  if (fault?.kind === 'cut') return destroy(answer)
  if (fault?.kind === 'truncate') return finish(answer)
  return finish(answer, counted(`${closing.map(event).join('')}data: [DONE]\n\n`, fault))
}

/** Writes a JSON body with status 200; for chat it takes as long as the tokens would have taken. */
export async function writeJson(answer: Answer, body: object, tokens = 0): Promise<Ending> {
  const { res, left, plan } = answer
  const { fault, pace } = plan
  if (tokens > 0) await pause(pace.firstTokenMs + tokens * pace.perTokenMs, left)
  const text = JSON.stringify(body)
  const bytes = fault?.kind === 'garbage' ? spoiled(text, fault) : Buffer.from(counted(text, fault))
  res.writeHead(200, { 'content-type': 'application/json' })
  while (fault?.kind === 'endless' && !left.aborted)
    await sendRaw(answer, Buffer.alloc(64, ' '), Math.max(1, pace.perTokenMs))
  if (fault?.kind !== 'cut' && fault?.kind !== 'truncate') return finish(answer, bytes)
  await sendRaw(answer, half(bytes))
  return fault.kind === 'cut' ? destroy(answer) : finish(answer)
}

export function writeCompletion(answer: Answer, completion: Completion): Promise<Ending> {
  return writeJson(answer, completionBody(completion), completion.usage.completion_tokens)
}

const event = (data: object): string => `data: ${JSON.stringify(data)}\n\n`
const half = (bytes: Buffer): Buffer => bytes.subarray(0, Math.ceil(bytes.length / 2))

/** With the token counts that the fault asks for. */
function counted(text: string, fault: Fault | undefined): string {
  if (fault?.kind !== 'usage') return text
  return text
    .replace(/("prompt_tokens":)\d+/, (_, name: string) => name + fault.prompt)
    .replace(/("completion_tokens":)\d+/, (_, name: string) => name + fault.completion)
}

function spoiled(text: string, { form }: Garbage): Buffer {
  const bytes = Buffer.from(form === 'longLine' ? `${text.slice(0, -1)},"padding":"${'x'.repeat(LONG_LINE)}"}` : text)
  if (form === 'badUtf8') return Buffer.concat([bytes.subarray(0, 20), NO_UTF8, bytes.subarray(20)])
  return form === 'json' ? half(bytes) : bytes
}

function garbageLine({ form }: Garbage): Buffer {
  if (form === 'json') return Buffer.from('data: {"id":"chatcmpl-broken","choices":[{"del\n\n')
  if (form === 'badUtf8') return Buffer.concat([Buffer.from('data: {"x":"'), NO_UTF8, Buffer.from('\n\n')])
  return Buffer.from(form === 'longLine' ? `data: ${'x'.repeat(LONG_LINE)}\n\n` : '')
}

async function babble(answer: Answer, completion: Completion): Promise<void> {
  for (let count = 1; !answer.left.aborted; count += 1) {
    await pause(answer.plan.pace.perTokenMs, answer.left)
    await send(answer, event(deltaChunk(completion, { content: ` and ${count}` })))
    // Without a pace the loop would never let the process notice that the client has left.
    if (count % 50 === 0) await new Promise(setImmediate)
  }
}

/** Sends text whole, or split inside its characters as the fault asks. */
async function send(answer: Answer, text: string): Promise<void> {
  const { fault } = answer.plan
  const bytes = Buffer.from(text)
  let from = 0
  if (fault?.kind === 'garbage' && fault.form === 'splitUtf8')
    for (const [at, byte] of bytes.entries()) {
      if (byte < 0xc0) continue
      await sendRaw(answer, bytes.subarray(from, at + 1), 2)
      from = at + 1
    }
  await sendRaw(answer, bytes.subarray(from))
}

async function sendRaw({ res, left }: Answer, bytes: Buffer, thenMs = 0): Promise<void> {
  if (left.aborted || bytes.length === 0) return
  if (!res.write(bytes)) await once(res, 'drain', { signal: left }).catch(() => undefined)
  await pause(thenMs, left)
}

function finish({ res, left, plan: { fault } }: Answer, last: string | Buffer = ''): Ending {
  if (!left.aborted) res.end(last)
  const breaks = fault && BREAKING.includes(fault.kind) && !('form' in fault && fault.form === 'splitUtf8')
  return breaks ? 'broken' : 'answered'
}

async function destroy({ res, left }: Answer): Promise<Ending> {
  // The bytes must reach the client before the connection breaks.
  await pause(5, left)
  res.destroy()
  return 'broken'
}

async function pause(ms: number, left: AbortSignal): Promise<void> {
  if (ms > 0 && !left.aborted) await sleep(ms, undefined, { signal: left }).catch(() => undefined)
}
