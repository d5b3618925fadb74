import { describe, it } from 'vitest'
import { type Conversation, type NodeSketch, simulateConversation } from './simulate-conversation.testing.ts'

const start = (more: Partial<NodeSketch> = {}): NodeSketch => ({ id: 'start', type: 'start', ...more })
const one = (
  nodes: Partial<NodeSketch>,
  more: Omit<Conversation, 'name' | 'nodes' | 'lines'> & Pick<Conversation, 'lines'>,
  name: string,
): Conversation => ({ name, nodes: [start(nodes)], ...more })
const here = { path: ['start start'], node: 'start' }

const CONVERSATIONS: readonly Conversation[] = [
  one(
    {},
    {
      config: { vg_enableUIEngine: true },
      lines: [
        {
          says: 'x',
          model: [
            {
              text: '',
              calls: [
                {
                  name: 'send_ui',
                  arguments: {
                    items: [
                      {
                        type: 'choice',
                        message: null,
                        buttons: [{ name: 'Yes', request: { type: 'text', payload: null } }],
                      },
                    ],
                  },
                },
              ],
            },
          ],
          does: ['speak start', 'say start', 'answerCall send_ui ok'],
          ...here,
          shows: '- Yes',
        },
      ],
    },
    'items that the model shows are its answer',
  ),
  one(
    { instructions: 'See https://shop.test/a' },
    {
      config: { vg_enableUIEngine: true },
      lines: [
        {
          says: 'x',
          model: [
            {
              text: '',
              urls: ['https://doc.test/'],
              calls: [
                {
                  name: 'send_ui',
                  arguments: {
                    items: [
                      {
                        type: 'choice',
                        buttons: ['https://shop.test/a', 'https://doc.test/', 'https://evil.test/'].map(
                          (payload, at) => ({ name: `B${at}`, request: { type: 'open_url', payload } }),
                        ),
                      },
                    ],
                  },
                },
              ],
            },
          ],
          does: ['speak start', 'say start', 'answerCall send_ui ok'],
          ...here,
          shows: /^- B0: https:\/\/shop.test\/a\n- B1: https:\/\/doc.test\/$/,
        },
      ],
    },
    'addresses nobody gave are not shown',
  ),
  one(
    {},
    {
      config: { vg_enableUIEngine: true },
      lines: [
        {
          says: 'x',
          model: [
            { text: '', calls: [{ name: 'send_ui', arguments: { items: [{ type: 'hologram', title: 'Sale' }] } }] },
          ],
          does: ['speak start', 'say start', 'answerCall send_ui ok'],
          ...here,
          shows: /Sale/,
        },
      ],
    },
    'invalid items become text',
  ),
  one(
    {},
    {
      config: { vg_enableUIEngine: true },
      lines: [
        {
          says: 'x',
          model: [{ text: '', calls: [{ name: 'send_ui', arguments: {} }] }],
          does: ['speak start', 'answerCall send_ui failed', 'speak start'],
          ...here,
        },
      ],
    },
    'items that are none are answered with an error',
  ),
]

describe('conversations: items shown by the model', () => {
  it.each(CONVERSATIONS)('$name', (conversation) => simulateConversation(conversation))
})
