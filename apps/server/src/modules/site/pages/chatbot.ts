import type { SitePage } from '../context.ts'
import { html } from '../html.ts'
import { closing, goTo, hero, matter, type Point, points, startFree } from '../parts.ts'
import { file, picture } from '../scenes.ts'

const TAG = `<script
  src="https://HOST/widget.js"
  data-agent="AGENT_ID"
  data-region="eu"
  data-render="bottom-right"
  defer
></script>`

const POINTS: readonly Point[] = [
  {
    icon: 'bubble',
    title: 'Light',
    text: 'Two kilobytes until the page is at rest, then three for the launcher. The whole first chat is at most 30 KB.',
  },
  {
    icon: 'shield',
    title: 'Walled off',
    text: 'The chat lives in a frame of its own: your page cannot read it, and it cannot touch your page.',
  },
  {
    icon: 'people',
    title: 'For everybody',
    text: 'Keyboard, screen reader, right-to-left pages, reduced motion, phones: all of it is tested in a real browser.',
  },
  {
    icon: 'globe',
    title: 'In their language',
    text: 'More than twenty languages: the one of the visitor’s browser, or the one you choose.',
  },
  {
    icon: 'code',
    title: 'Strict policies welcome',
    text: 'No inline scripts or styles, no eval. Nonces and Trusted Types work.',
  },
  {
    icon: 'check',
    title: 'Signed visitors',
    text: 'People who are signed in on your site keep their conversations on every device, by a token your server signs.',
  },
]

export const chatbot: SitePage = {
  path: '/chatbot',
  title: 'A website chatbot that answers from your documents',
  description:
    'A chat widget for your website that answers with sources, shows buttons, cards and forms, works with keyboard and screen reader, and weighs 2 KB until your page is at rest.',
  body: (site) =>
    html` ${hero({
        kicker: 'Website chatbot',
        title: 'The chat your visitors will judge your site by',
        text: 'It answers from your documents and names them. It loads after your page, never moves it, and disappears quietly when something is wrong.',
        acts: html`${startFree()}${goTo('/demo', 'Read a conversation')}`,
        scene: file('index.html', 'The tag for your page', TAG),
      })}
      <section class="wrap part">
        ${picture({ src: site.file('widget.webp'), alt: 'The chat open over the page of a lamp shop, with two answers and their sources', width: 1160, height: 693 })}
      </section>
      ${points('Made for other people’s pages', 'Your page comes first.', POINTS)}
      ${matter({
        title: 'More than text',
        text: 'An answer may carry what helps: buttons to choose from, cards and carousels, pictures, forms with checked fields, files.',
        list: [
          'Visitors attach pictures and documents, or send voice notes',
          'Messages written offline go out once when the connection is back',
          'Ask for a human, leave a message, rate the chat or get the transcript',
          'Corner, popup, modal or part of the page, in your colours and your font',
        ],
        scene: file(
          'page.js',
          'What a page can ask of the widget',
          `parlance.open()
parlance.pushMessage('Where is my order?')
parlance.setUser(token)
parlance.on('new_message', ({ detail }) => {
  count(detail.agentId)
})`,
        ),
      })}
      ${closing('Put it on your page', 'The tag takes a minute. A button in the dashboard checks whether it is live.')}`,
}
