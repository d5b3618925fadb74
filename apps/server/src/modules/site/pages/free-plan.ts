import { PLANS } from '../../billing/index.ts'
import type { SitePage } from '../context.ts'
import { html } from '../html.ts'
import { order, ticks } from '../parts.ts'

export const freePlan: SitePage = {
  path: '/get-free-plan',
  title: 'Get the free plan',
  description:
    'A workspace with 1,000 credits a month, every part of the editor and the widget for your site. No card needed.',
  body: () =>
    html` <section class="hero wrap">
        <div class="words">
          <h1>Get the free plan</h1>
          <p class="lead">
            One workspace, every part of the editor, and credits that renew every month. No card, no call.
          </p>
          ${ticks(PLANS.find(({ id }) => id === 'free')?.features ?? [])}
        </div>
        <form class="panel form" action="/sign-up" method="get">
          <h2>Your account</h2>
          <label for="email">Email</label>
          <input
            id="email"
            name="email"
            type="email"
            autocomplete="email"
            required
            maxlength="254"
            placeholder="you@example.com"
          />
          <button class="button" type="submit">Continue</button>
          <p>
            Next you choose a password and the region your data lives in. By creating an account you accept the
            <a href="/legal/tos">terms</a>; the <a href="/legal/privacy-policy">privacy policy</a> tells what is stored.
          </p>
          <p>You have an account? <a href="/login">Log in</a></p>
        </form>
      </section>
      ${order('Your first five minutes', [
        ['Name an agent', 'Choose a template or begin empty. It answers in the test panel at once.'],
        ['Drop something to know', 'A PDF, a text, or the address of a page.'],
        ['Ask about it', 'Read the answer and where it came from.'],
        ['Copy the tag', 'Paste it before </body>, and press the button that checks whether it is live.'],
      ])}`,
}
