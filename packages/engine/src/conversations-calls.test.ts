import { describe, it } from 'vitest'
import {
  type Conversation,
  type NodeSketch,
  simulateConversation,
  tool,
  when,
} from './simulate-conversation.testing.ts'

const start = (more: Partial<NodeSketch> = {}): NodeSketch => ({ id: 'start', type: 'start', ...more })
const one = (
  nodes: Partial<NodeSketch>,
  more: Omit<Conversation, 'name' | 'nodes' | 'lines'> & Pick<Conversation, 'lines'>,
  name: string,
): Conversation => ({ name, nodes: [start(nodes)], ...more })
const here = { path: ['start start'], node: 'start' }

const CONVERSATIONS: readonly Conversation[] = [
  one(
    { toolsIds: ['slow'] },
    {
      tools: [tool('slow')],
      lines: [
        {
          says: 'x',
          exhaustedAt: 'callTool',
          model: [{ text: 'A person comes.', calls: [{ name: 'hand_off' }, { name: 'slow' }] }],
          does: ['speak start', 'answerCall hand_off ok', 'callTool slow', 'handOff start'],
          ...here,
          limit: 'time',
          status: 'handed-off',
        },
      ],
    },
    'a hand-off that waits for a slow tool happens when time is up',
  ),
  one(
    { toolsIds: ['own'] },
    {
      tools: [tool('own'), tool('everywhere', { isGlobal: true }), tool('other'), tool('mcp:s1:x')],
      lines: [{ says: 'x', does: ['speak start'], ...here, offers: ['own', 'everywhere', 'hand_off', 'end_chat'] }],
    },
    'tools of the node and global ones are offered',
  ),
  one(
    { mcpServers: ['s1'], kb: { enabled: true, maxChunks: 3, tags: [], smartSearch: true } },
    {
      tools: [tool('mcp:s1:x'), tool('mcp:s2:y')],
      variables: [{ name: 'a' }],
      config: { vg_enableUIEngine: true },
      without: ['hand_off'],
      lines: [
        {
          says: 'x',
          does: ['speak start'],
          ...here,
          offers: ['mcp:s1:x', 'search_knowledge', 'set_variable', 'end_chat', 'send_ui'],
        },
      ],
    },
    'system tools are offered where they make sense',
  ),
  one(
    { toolsIds: ['own'] },
    {
      tools: [tool('own', { spec: { name: 'weather', description: '', parameters: {} } })],
      lines: [
        {
          says: 'x',
          model: [{ text: '', calls: [{ name: 'weather', arguments: { city: 'Rome' } }] }, { text: 'Sunny' }],
          does: ['speak start', 'callTool own', 'speak start'],
          ...here,
          called: { city: 'Rome' },
        },
      ],
    },
    'the model calls a tool and goes on',
  ),
  one(
    { toolsIds: ['a', 'b'] },
    {
      tools: [tool('a'), tool('b')],
      lines: [
        {
          says: 'x',
          model: [{ calls: [{ name: 'a' }, { name: 'b', arguments: '{"x":1}' }] }],
          tools: [{}, 'times out'],
          does: ['speak start', 'callTool a', 'callTool b', 'speak start'],
          ...here,
          called: { x: 1 },
        },
      ],
    },
    'two calls at once, one of which times out, are answered before it goes on',
  ),
  one(
    {},
    {
      lines: [
        {
          says: 'x',
          model: [{ calls: [{ name: 'rm -rf' }] }],
          does: ['speak start', 'answerCall rm -rf failed', 'speak start'],
          ...here,
        },
      ],
    },
    'an unknown tool is answered with an error',
  ),
  one(
    {},
    {
      tools: [tool('other')],
      lines: [
        {
          says: 'x',
          model: [{ calls: [{ name: 'other' }] }],
          does: ['speak start', 'answerCall other failed', 'speak start'],
          ...here,
        },
      ],
    },
    'a tool that is not offered here is unknown here',
  ),
  one(
    { toolsIds: ['a'] },
    {
      tools: [tool('a')],
      lines: [
        {
          says: 'x',
          model: [
            {
              calls: [
                { name: 'a', arguments: 'not json' },
                { name: 'a', arguments: [1] },
              ],
            },
          ],
          does: ['speak start', 'answerCall a failed', 'answerCall a failed', 'speak start'],
          ...here,
        },
      ],
    },
    'arguments that are no object are answered with an error',
  ),
  one(
    { toolsIds: ['a'] },
    {
      tools: [tool('a')],
      lines: [
        {
          says: 'x',
          model: Array.from({ length: 9 }, () => ({ text: '', calls: [{ name: 'a' }] })),
          does: [...Array.from({ length: 9 }, () => ['speak start', 'callTool a']).flat(), 'speak start'],
          ...here,
          offers: [],
        },
      ],
    },
    'a model that calls for ever has to answer without tools in the end',
  ),
  one(
    { toolsIds: ['a'] },
    {
      tools: [tool('a')],
      lines: [
        {
          says: 'x',
          model: Array.from({ length: 10 }, () => ({ text: '', calls: [{ name: 'a' }] })),
          does: [...Array.from({ length: 9 }, () => ['speak start', 'callTool a']).flat(), 'speak start', 'say start'],
          ...here,
          limit: 'modelCalls',
          shows: /sorry/,
        },
      ],
    },
    'a model that calls even then gets an apology said',
  ),
  one(
    { toolsIds: ['a'] },
    {
      tools: [tool('a')],
      lines: [
        {
          says: 'x',
          model: [{ calls: Array.from({ length: 12 }, () => ({ name: 'a' })) }, { text: 'Enough' }],
          does: [
            'speak start',
            ...Array.from({ length: 10 }, () => 'callTool a'),
            'answerCall a failed',
            'answerCall a failed',
            'speak start',
          ],
          ...here,
          offers: [],
          limit: 'toolCalls',
        },
      ],
    },
    'more calls at once than a turn may have are cut',
  ),
  one(
    {},
    {
      variables: [{ name: 'city' }, { name: 'day', type: 'date' }, { name: 'key', isEnv: true }],
      lines: [
        {
          says: 'x',
          model: [
            {
              text: '',
              calls: [
                { name: 'set_variable', arguments: { name: 'city', value: 'Rome' } },
                { name: 'set_variable', arguments: { name: 'day', value: 'soon' } },
                { name: 'set_variable', arguments: { name: 'key', value: 'x' } },
                { name: 'set_variable' },
              ],
            },
          ],
          does: [
            'speak start',
            'answerCall set_variable ok',
            'answerCall set_variable failed',
            'answerCall set_variable failed',
            'answerCall set_variable failed',
            'speak start',
          ],
          ...here,
          knows: { city: 'Rome' },
          forgets: ['day', 'key'],
          refused: ['day'],
        },
      ],
    },
    'the model sets variables, checked like any',
  ),
  one(
    {},
    {
      lines: [
        {
          says: 'x',
          model: [{ text: 'A person comes.', calls: [{ name: 'hand_off', arguments: { reason: 'asked' } }] }],
          does: ['speak start', 'answerCall hand_off ok', 'handOff start'],
          ...here,
          status: 'handed-off',
        },
        { says: 'y', does: ['speak start'], path: ['stay start'], node: 'start' },
      ],
    },
    'the model hands off',
  ),
  one(
    { toolsIds: ['ticket'] },
    {
      tools: [tool('ticket')],
      lines: [
        {
          says: 'x',
          model: [{ text: 'Bye', calls: [{ name: 'end_chat' }, { name: 'ticket' }] }],
          does: ['speak start', 'answerCall end_chat ok', 'callTool ticket', 'endChat start'],
          ...here,
          status: 'ended',
        },
      ],
    },
    'the model ends the chat once its other calls are answered',
  ),
  one(
    {},
    {
      without: ['hand_off'],
      lines: [
        {
          says: 'x',
          model: [{ calls: [{ name: 'hand_off' }] }],
          does: ['speak start', 'answerCall hand_off failed', 'speak start'],
          ...here,
        },
      ],
    },
    'a system tool that is not to be had is unknown',
  ),
  one(
    { kb: { enabled: true, maxChunks: 3, tags: [], smartSearch: true } },
    {
      lines: [
        {
          says: 'x',
          model: [{ calls: [{ name: 'search_knowledge', arguments: { query: 'parking' } }] }],
          does: ['speak start', 'callTool search_knowledge', 'speak start'],
          ...here,
          called: { query: 'parking' },
        },
      ],
    },
    'the model searches the knowledge base',
  ),
  one(
    { toolsIds: ['hand_off'] },
    {
      tools: [tool('hand_off')],
      lines: [
        {
          says: 'x',
          model: [{ calls: [{ name: 'hand_off' }] }],
          does: ['speak start', 'answerCall hand_off ok', 'handOff start'],
          ...here,
          status: 'handed-off',
        },
      ],
    },
    'a tool with the name of a system tool does not replace it',
  ),
  one(
    { toolsIds: ['a'] },
    {
      tools: [tool('a')],
      lines: [
        {
          says: 'x',
          exhaustedAt: 'callTool',
          model: [{ text: 'Let me see.', calls: [{ name: 'a' }] }],
          does: ['speak start', 'callTool a'],
          ...here,
          limit: 'time',
        },
      ],
    },
    'time is up while a tool runs: what was said stands',
  ),
  {
    name: 'a collect node leaves setting to the router',
    nodes: [
      start({ to: [when('mail')] }),
      { id: 'mail', type: 'collect', variables: [{ name: 'email', type: 'email' }] },
    ],
    state: { nodeId: 'mail', trail: ['start', 'mail'] },
    lines: [
      {
        says: 'x',
        does: ['decide mail', 'speak mail'],
        path: ['stay mail'],
        node: 'mail',
        offers: ['hand_off', 'end_chat'],
      },
    ],
  },
]

describe('conversations: tool calls by the model', () => {
  it.each(CONVERSATIONS)('$name', (conversation) => simulateConversation(conversation))
})
