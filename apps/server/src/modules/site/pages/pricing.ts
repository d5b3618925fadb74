import {
  BILLING_CYCLES,
  type BillingCycle,
  CURRENCIES,
  type Currency,
  type Plan,
  PLANS,
  priceIn,
  priceText,
  KNOWN_MODELS,
  rateOf,
} from '../../billing/index.ts'
import { isAvailable } from '@parlance/contract/platform/features'
import type { Query, SitePage } from '../context.ts'
import { type Html, html, raw } from '../html.ts'
import { product } from '../layout.ts'
import { hero, type Question, questionFacts, questions, ticks } from '../parts.ts'

const QUESTIONS: readonly Question[] = [
  [
    'What is a credit?',
    'The unit that answers, pages and documents are counted in. One credit is a thousandth of a US dollar. What an answer cost stands under it in the test panel, and every one has its line in the credit log.',
  ],
  [
    'What costs a credit?',
    'An answer on your own model key or on the demo model: one. A page that the crawler read: one. A page of a document that was indexed: one. An answer on a key of this installation: the tokens at list price times 1.3.',
  ],
  [
    'What happens when the credits are used up?',
    'The agent tells visitors a sentence that you write, and goes on when there are credits again. Nothing is charged by itself on the free plan.',
  ],
  [
    'Is tax included?',
    'Prices in US dollars have none. In euros and pounds the card shows the price to pay; where a net price is named, tax is added to that one.',
  ],
]

interface Choice {
  readonly currency: Currency
  readonly cycle: BillingCycle
}
const CYCLE_NAMES: Record<BillingCycle, readonly [name: string, word: string]> = {
  monthly: ['Monthly', 'month'],
  yearly: ['Yearly', 'year'],
}

/** Anything that is no currency or interval counts as not said. */
function choiceOf(query: Query): Choice {
  const currency = CURRENCIES.find((one) => one === query['currency']?.toLowerCase()) ?? 'usd'
  const cycle = ['year', 'yearly'].includes(query['interval']?.toLowerCase() ?? '') ? 'yearly' : 'monthly'
  return { currency, cycle }
}
const addressOf = ({ currency, cycle }: Choice) => {
  const said = [currency === 'usd' ? '' : `currency=${currency}`, cycle === 'yearly' ? 'interval=year' : '']
    .filter(Boolean)
    .join('&')
  return said === '' ? '/pricing' : `/pricing?${said}`
}

export const pricing: SitePage = {
  path: '/pricing',
  title: 'Pricing',
  description:
    'Start free with 1,000 credits a month. See what the planned paid plans will cost, and what an answer costs in credits.',
  facts: (site) => [product(site), questionFacts(QUESTIONS)],
  variant: (query) => addressOf(choiceOf(query)).slice('/pricing'.length),
  body(_site, query) {
    const choice = choiceOf(query)
    return html` ${hero({ title: 'Simple, usage-based pricing', text: isAvailable('plan.pay_as_you_go') ? 'Start free. Later, a small monthly price and the credits you use. What is left at the end of a month stays yours.' : 'Start free. The paid plans below show what they will cost.' })}
      <section class="wrap part" aria-label="Plans">
        <div class="choices">
          <nav class="switch" aria-label="Billing interval">
            ${BILLING_CYCLES.map((cycle) => chosen({ ...choice, cycle }, CYCLE_NAMES[cycle][0], cycle === choice.cycle))}
          </nav>
          <nav class="switch" aria-label="Currency">
            ${CURRENCIES.map((currency) => chosen({ ...choice, currency }, currency.toUpperCase(), currency === choice.currency))}
          </nav>
        </div>
        <div class="plans">${PLANS.map((plan) => card(plan, choice))}</div>
      </section>
      ${models()} ${questions(QUESTIONS)}`
  },
}

const chosen = (choice: Choice, name: string, now: boolean): Html =>
  html`<a href="${addressOf(choice)}" ${now ? raw(' aria-current="true"') : ''}>${name}</a>`

const PLANNED = 'Planned: this plan can’t be bought in this version.'

const ACTS: Record<Plan['id'], readonly [address: string, label: string]> = {
  free: ['/get-free-plan', 'Get the free plan'],
  pay_as_you_go: ['/get-free-plan', 'Start free'],
  enterprise: ['/legal/contact', 'Contact us'],
}

function card(plan: Plan, choice: Choice): Html {
  const { amount, currency, originalAmount, cycle } = priceIn(plan, choice.currency, choice.cycle)
  const isPlanned = !isAvailable(`plan.${plan.id}`)
  const [address, label] = isPlanned ? ACTS.free : ACTS[plan.id]
  const from = plan.additionalInfo === 'from'
  const beside = [
    from ? 'In US dollars, as agreed' : plan.additionalInfo,
    ...(cycle === 'yearly' && amount > 0 ? ['twelve months for the price of ten'] : []),
    ...(originalAmount === undefined ? [] : [`${priceText(originalAmount, currency)} net, tax is added`]),
  ]
  return html`<article class="plan${plan.id === 'pay_as_you_go' ? ' first' : ''}">
    <h2>${plan.label}</h2>
    <p>${plan.description}</p>
    <p class="price">
      ${from ? html`<small>from </small>` : ''}<strong>${priceText(amount, currency)}</strong
      ><small> a ${CYCLE_NAMES[cycle][1]}</small>
    </p>
    <p class="beside">${beside.join(' · ')}</p>
    ${isPlanned ? html`<p><strong>${PLANNED}</strong></p>` : ''}
    <a class="button${plan.id === 'free' ? '' : ' plain'}" href="${address}">${label}</a>
    ${ticks(plan.features)}
  </article>`
}

const NAMES = { openai: 'OpenAI', anthropic: 'Anthropic', google: 'Google' } as const
const credits = (amount: number) =>
  amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** What an answer costs, from the same table that it is charged by. */
function models(): Html {
  const rows = (['openai', 'anthropic', 'google'] as const).flatMap((provider) =>
    KNOWN_MODELS[provider].map((name) => ({ provider, name, rate: rateOf(name, 'platform') })),
  )
  return html`<section class="wrap part narrow">
    <div class="intro">
      <h2>Models, in credits</h2>
      <p>
        For 1,000 tokens on a key of this installation. On your own key each answer is one credit, whatever the model.
      </p>
    </div>
    <div class="table" tabindex="0" role="region" aria-label="Models, in credits">
      <table>
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col" class="wide">From</th>
            <th scope="col" class="number">Read</th>
            <th scope="col" class="number">Written</th>
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ({ provider, name, rate }) =>
              html`<tr>
                <th scope="row">${name}</th>
                <td class="wide">${NAMES[provider]}</td>
                <td class="number">${credits(rate.input)}</td>
                <td class="number">${credits(rate.output)}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
  </section>`
}
