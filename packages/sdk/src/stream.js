import { ParlanceError } from './errors.js'

/** The parts of an answer as they come. A stream that breaks off before its end throws. */
export async function* parts(response) {
  if (response.headers.get('content-type')?.includes('json')) {
    yield await response.json()
    return
  }
  for await (const data of events(response)) {
    if (data === '[DONE]') return
    yield JSON.parse(data)
  }
}

/** The data of server-sent events; comments and ids are left out. Leaving the loop closes the connection. */
async function* events(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let waiting = ''
  let ended = false
  try {
    for (;;) {
      const { done, value = '' } = await reader.read().catch((cause) => {
        if (cause?.name === 'AbortError') throw cause
        throw new ParlanceError({ status: 0, code: 'NETWORK', message: 'The answer broke off.', cause })
      })
      waiting += value
      const blocks = waiting.split(/\r?\n\r?\n/)
      waiting = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = block
          .split(/\r?\n/)
          .filter((line) => line.startsWith('data:'))
          .map((line) => line.slice(5).replace(/^ /, ''))
        if (data.length > 0) yield data.join('\n')
      }
      if (done) break
    }
    ended = true
  } finally {
    if (!ended) await reader.cancel().catch(() => undefined)
  }
}

/**
 * Reads a turn to its end: what was said, and how it went. Throws ParlanceError when the agent could not answer, or when
 * the answer broke off; its `data` is what was read so far.
 */
export async function collect(turn) {
  const said = { conversationId: '', turnId: '', visitorId: '', text: '', items: [], sources: [] }
  let failure
  let ended = false
  let open = false
  for await (const part of turn) {
    if (part.type === 'text-start' && said.text !== '') open = true
    if (part.type === 'text-delta') {
      said.text += `${open ? '\n\n' : ''}${part.delta}`
      open = false
    }
    if (part.type === 'data-item') said.items.push(part.data)
    if (part.type === 'source-document') said.sources.push(part)
    if (part.type === 'error') failure = part.errorText
    if (part.type === 'finish') ended = true
    if (part.messageMetadata) Object.assign(said, part.messageMetadata)
  }
  if (failure !== undefined && said.text === '' && said.items.length === 0)
    throw new ParlanceError({ status: 200, code: 'TURN_FAILED', message: failure, data: said })
  if (!ended) throw new ParlanceError({ status: 0, code: 'NETWORK', message: 'The answer broke off.', data: said })
  return said
}
