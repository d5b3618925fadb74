import { CAPABILITIES } from '@parlance/engine/items/capabilities'
import { isAvailable } from '@parlance/contract/platform/features'
import type { SitePage } from '../context.ts'
import { html } from '../html.ts'
import { closing, goTo, hero, matter, plainly, startFree } from '../parts.ts'
import { chat, file } from '../scenes.ts'

const { text, buttons, list, carousel } = CAPABILITIES.whatsapp
const ROWS: readonly (readonly [string, string])[] = [
  ['Text', `${text.max.toLocaleString('en-US')} characters; longer answers are split at sentences`],
  ['Buttons', `${buttons.max}, with labels of ${buttons.label} characters`],
  ['More options', `a list of ${list?.max ?? 0}, then numbers to answer with`],
  ['Carousel', `${carousel?.min ?? 0} to ${carousel?.max ?? 0} cards that look alike`],
  ['Forms', 'one question at a time'],
  ['Images and files', 'unchanged'],
]

const BRIDGE = `curl -N \\
  https://HOST/api/eu/v2/agents/AGENT/interact \\
  -H 'Content-Type: application/json' \\
  -d '{
    "visitorId": "vis_…",
    "message": {
      "id": "wamid-1",
      "text": "Are you open on Saturday?"
    }
  }'`

export const whatsapp: SitePage = {
  path: '/whatsapp',
  title: 'AI agents for WhatsApp',
  description:
    'Build an agent once and see how it works on WhatsApp, with its buttons, lists and limits. Connect it to your own number.',
  body: () =>
    html` ${hero({
        kicker: 'WhatsApp',
        title: 'Build once, answer on WhatsApp',
        text: 'WhatsApp shows fewer buttons, shorter labels and no forms. Parlance adapts your answers, and the test panel shows what customers will see.',
        acts: html`${startFree()}${goTo('/integrations', 'All channels')}`,
        scene: chat({
          name: 'Lumen helper',
          about: 'Previewed for WhatsApp',
          lines: [
            { from: 'visitor', text: 'I want to bring a lamp for repair' },
            { from: 'agent', text: 'Which lamp is it?', options: ['Pier', 'Dune', 'Buoy', 'Another one'] },
            { from: 'visitor', text: 'Dune' },
            { from: 'agent', text: 'When would you like to come?' },
          ],
        }),
      })}
      <section class="wrap part">
        <div class="intro">
          <h2>How your content adapts</h2>
          <p>The limits of the WhatsApp Cloud API, applied for you.</p>
        </div>
        <div class="table" tabindex="0" role="region" aria-label="How content adapts to WhatsApp">
          <table>
            <thead>
              <tr>
                <th scope="col">You create</th>
                <th scope="col">On WhatsApp</th>
              </tr>
            </thead>
            <tbody>
              ${ROWS.map(
                ([what, becomes]) =>
                  html`<tr>
                    <th scope="row">${what}</th>
                    <td>${becomes}</td>
                  </tr>`,
              )}
            </tbody>
          </table>
        </div>
      </section>
      ${matter({
        title: 'Connect your number through the API',
        text: 'A small bridge passes WhatsApp messages to your agent and its answers back. Message IDs are idempotent, so a repeated webhook is answered once.',
        list: [
          'No keys in the browser',
          'Streamed, or in one response through the OpenAI-compatible API',
          'Conversations appear in your dashboard like all others',
        ],
        scene: file('bridge.sh', 'A message to an agent', BRIDGE),
      })}
      ${isAvailable('channel.whatsapp') ? '' : plainly('Planned: a built-in connection', 'You can’t connect a WhatsApp Business account directly yet. An agent’s Channels page lists what it will need.')}
      ${closing('See it in the test panel', 'Create an agent, open the test panel and choose WhatsApp as the channel.')}`,
}
