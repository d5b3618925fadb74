/** Shared helpers of the simulator's protocol tests. */
import type { OpenAiSimulator } from './server.ts'

/** Posts JSON to a path below `/v1` with the simulator's key. */
export function post(
  openai: OpenAiSimulator,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${openai.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${openai.key}`, 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

export type Chunk = {
  id: string
  object: string
  choices: {
    index: number
    delta: {
      role?: string
      content?: string | null
      tool_calls?: { index: number; id?: string; function: { name?: string; arguments: string } }[]
    }
    finish_reason: string | null
  }[]
  usage?: { prompt_tokens: number; completion_tokens: number; total_tokens: number } | null
}

/** The data of each server-sent event of a whole stream; throws on any other line. */
export function events(text: string): string[] {
  return text
    .split('\n\n')
    .filter(Boolean)
    .map((block) => {
      if (!block.startsWith('data: ') || block.includes('\n')) throw new Error(`Not an event: ${block.slice(0, 100)}`)
      return block.slice('data: '.length)
    })
}

/** The parsed chunks of a complete, valid stream. */
export function chunks(text: string): Chunk[] {
  const all = events(text)
  if (all.at(-1) !== '[DONE]') throw new Error('The stream does not end in [DONE].')
  return all.slice(0, -1).map((event): Chunk => JSON.parse(event))
}

/** The text of all chunks. */
export function contentOf(all: readonly Chunk[]): string {
  return all.map(({ choices }) => choices[0]?.delta.content ?? '').join('')
}

type NonEmpty<Item> = [Item, ...Item[]]

/** The fields of a JSON response that the tests use. */
export type Body = {
  choices: NonEmpty<{
    message: {
      content: string
      tool_calls: NonEmpty<{ id: string; type: string; function: { name: string; arguments: string } }>
    }
    finish_reason: string
  }>
  usage: { completion_tokens: number; completion_tokens_details: { reasoning_tokens: number } }
  data: NonEmpty<{ id: string; index: number; embedding: number[] | string }>
  requests: { outcome: string }[]
  error: { message: string; type: string; param: string | null; code: string | null }
  padding: string
}

export async function bodyOf(response: Response): Promise<Body> {
  return JSON.parse(await response.text())
}
