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
  ['Forms', 'one question after the other'],
  ['Pictures and files', 'as they are'],
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
  title: 'Agents whose answers fit WhatsApp',
  description:
    'Write an agent once and see what WhatsApp would make of it: three buttons, lists of ten, no forms. Connect it to your number through the API.',
  body: () =>
    html` ${hero({
        kicker: 'WhatsApp',
        title: 'Write it once, know how it reads on WhatsApp',
        text: 'Messengers show less than a website: few buttons, short labels, no forms. Parlance knows these limits, and the test panel behaves as on WhatsApp and tells you what would be lost.',
        acts: html`${startFree()}${goTo('/integrations', 'All channels')}`,
        scene: chat({
          name: 'Lumen helper',
          about: 'Tried as on WhatsApp',
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
          <h2>What an item becomes</h2>
          <p>Limits of the WhatsApp Cloud API, as the product applies them.</p>
        </div>
        <div class="table" tabindex="0" role="region" aria-label="What an item becomes on WhatsApp">
          <table>
            <thead>
              <tr>
                <th scope="col">You make</th>
                <th scope="col">WhatsApp gets</th>
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
        title: 'Your number, through the API',
        text: 'A small bridge of your own takes messages of the WhatsApp Cloud API to the agent and its answers back. The same message id is the same turn, so a webhook that comes twice is answered once.',
        list: [
          'No key in a browser',
          'Streams, or an answer at once through the OpenAI-compatible door',
          'Conversations are read in the dashboard like all others',
        ],
        scene: file('bridge.sh', 'A message to an agent', BRIDGE),
      })}
      ${isAvailable('channel.whatsapp') ? '' : plainly('Planned: a built-in connection', 'This version does not sign in to a WhatsApp Business account by itself. The Channels page of an agent lists what such a connection needs.')}
      ${closing('See it in the test panel', 'Make an agent, open Test, and choose WhatsApp as the channel to behave as.')}`,
}
