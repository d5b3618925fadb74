// Serves streaming calls; a stream ends when its reader loses access.
import type { ServerResponse } from 'node:http'
import type { Context } from 'hono'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { Region } from '@parlance/contract/lib/regions'
import type { OpMeta } from '@parlance/contract/lib/operation'
import type { Ctx } from '../../ctx.ts'
import { type Claim, claimKey, type Guard, stillMay } from '../pipeline/authorize.ts'
import type { StreamRevalidation } from './stream-revalidation.ts'
import type { NodeBindings } from '../app-types.ts'
import { openSink, type StreamAnswer } from './stream.ts'

interface StreamPipeline {
  readonly guard: Guard
  readonly streamRevalidation: StreamRevalidation
  readonly contextFor: (region: Region) => Ctx
}
interface StreamOperation {
  readonly name: string
  readonly meta: Pick<OpMeta, 'access'>
}

export interface Hold {
  readonly region: Region
  readonly claim: Claim
  readonly release: () => void
}

/** The slot is freed when the stream closes, or if there is no stream after all. */
export async function serveStream(
  c: Context<NodeBindings>,
  pipeline: StreamPipeline,
  op: StreamOperation,
  hold: Hold,
  work: Promise<unknown>,
  answering: { readonly headers: Record<string, string>; readonly done: (status: number) => void },
): Promise<Response> {
  let answer: StreamAnswer
  try {
    answer = (await work) as StreamAnswer
  } catch (error) {
    hold.release()
    throw error
  }
  const { outgoing } = c.env
  // If the client disconnected already, no close event will follow.
  if (answer.run === undefined || outgoing.destroyed) hold.release()
  else keepWatch(pipeline, op, hold, outgoing)
  return stream(c, answer, answering.headers, answering.done)
}

/** Watches access. References only what that needs, and not the request. */
function keepWatch(
  pipeline: StreamPipeline,
  op: StreamOperation,
  { region, claim, release }: Hold,
  outgoing: ServerResponse,
): void {
  const { access } = op.meta
  const forget = pipeline.streamRevalidation.add(outgoing, `${region}|${op.name}|${claimKey(claim)}`, () =>
    stillMay(pipeline.guard, pipeline.contextFor(region), access, claim),
  )
  outgoing.once('close', () => {
    release()
    forget()
  })
}

/** Writes the stream to the socket. Must not reference the request: idle chats stay open for hours. */
function stream(
  c: Context<NodeBindings>,
  answer: StreamAnswer,
  headers: Record<string, string>,
  done: (status: number) => void,
): Response {
  if (answer.run === undefined) {
    done(200)
    return c.json(answer.json as object, 200, { ...headers, ...answer.headers })
  }
  done(200)
  const { outgoing } = c.env
  outgoing.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    ...answer.headers,
  })
  outgoing.socket?.setNoDelay(true)
  void answer.run(openSink(outgoing))
  return RESPONSE_ALREADY_SENT
}
