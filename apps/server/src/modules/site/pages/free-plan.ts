import { PLANS } from '../../billing/index.ts'
import type { SitePage } from '../context.ts'
import { html } from '../html.ts'
import { order, ticks } from '../parts.ts'

export const freePlan: SitePage = {
  path: '/get-free-plan',
  title: 'Get the free plan',
  description:
    'A workspace with 1,000 credits a month, the full editor and the widget for your website. No credit card needed.',
  body: ({ creditValueUsd }) =>
    html` <section class="hero wrap">
        <div class="words">
          <h1>Get the free plan</h1>
          <p class="lead">One workspace, the full editor, and credits that renew every month. No credit card.</p>
          ${ticks(PLANS.find(({ id }) => id === 'free')?.features(creditValueUsd) ?? [])}
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
            Next, choose a password and where your data is stored. By creating an account, you agree to the
            <a href="/legal/tos">terms</a>; the <a href="/legal/privacy-policy">privacy policy</a> explains what we
            store.
          </p>
          <p>Already have an account? <a href="/login">Log in</a></p>
        </form>
      </section>
      ${order('Your first five minutes', [
        ['Name an agent', 'Pick a template or start from scratch. It answers in the test panel right away.'],
        ['Add knowledge', 'A PDF, some text, or the address of a page.'],
        ['Ask about it', 'Check the answer and its sources.'],
        ['Add it to your website', 'Paste one line before </body>. We’ll check that it’s live.'],
      ])}`,
}
