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
    text: '2 KB until your page has loaded, then 3 KB for the launcher. The first chat takes 30 KB at most.',
  },
  {
    icon: 'shield',
    title: 'Isolated',
    text: 'The chat runs in its own frame. Your page can’t read it, and it can’t touch your page.',
  },
  {
    icon: 'people',
    title: 'Accessible',
    text: 'Works with keyboards, screen readers, right-to-left pages, reduced motion and phones. All tested in real browsers.',
  },
  {
    icon: 'globe',
    title: 'Multilingual',
    text: 'More than 20 languages. Follows the visitor’s browser, or uses the one you choose.',
  },
  {
    icon: 'code',
    title: 'CSP-friendly',
    text: 'No inline scripts or styles, no eval. Supports nonces and Trusted Types.',
  },
  {
    icon: 'check',
    title: 'Verified visitors',
    text: 'Customers who are signed in to your site keep their conversations on every device, with a token your server signs.',
  },
]

export const chatbot: SitePage = {
  path: '/chatbot',
  title: 'A website chatbot that answers from your content',
  description:
    'A chat widget for your website that answers with sources, shows buttons, cards and forms, is fully accessible, and loads 2 KB until your page is ready.',
  body: (site) =>
    html` ${hero({
        kicker: 'Website chatbot',
        title: 'A chatbot that fits your brand',
        text: 'It answers from your content and shows its sources. It loads after your page and never shifts your layout.',
        acts: html`${startFree()}${goTo('/demo', 'See a conversation')}`,
        scene: file('index.html', 'Code for your website', TAG),
      })}
      <section class="wrap part">
        ${picture({ src: site.file('widget.webp'), alt: 'The chat open over the page of a lamp shop, with two answers and their sources', width: 1160, height: 693 })}
      </section>
      ${points('Built for your website', 'Your page comes first.', POINTS)}
      ${matter({
        title: 'More than text',
        text: 'Answers can include buttons, cards, carousels, images, files and validated forms.',
        list: [
          'Visitors can attach files or send voice notes',
          'Messages written offline send once the connection is back',
          'Talk to a human, leave a message, rate the chat or get a transcript',
          'Corner, popup, modal or embedded, in your colours and font',
        ],
        scene: file(
          'page.js',
          'Control the widget from your page',
          `parlance.open()
parlance.pushMessage('Where is my order?')
parlance.setUser(token)
parlance.on('new_message', ({ detail }) => {
  count(detail.agentId)
})`,
        ),
      })}
      ${closing('Add it to your website', 'It takes a minute. We’ll check that it’s live for you.')}`,
}
