import {
  addOnsOnSale,
  BILLING_CYCLES,
  type BillingCycle,
  CURRENCIES,
  type Currency,
  type Plan,
  PLANS,
  priceIn,
  priceText,
  KNOWN_MODELS,
  METER_DEFAULTS,
  rateOf,
} from '../../billing/index.ts'
import { isAvailable } from '@parlance/contract/platform/features'
import type { AddOnId } from '@parlance/contract/billing/entitlements'
import type { Query, SiteContext, SitePage } from '../context.ts'
import { type Html, html, raw } from '../html.ts'
import { product } from '../layout.ts'
import { contactLink, takesMail } from './contact.ts'
import { goTo, hero, type Question, questionFacts, questions, ticks } from '../parts.ts'

const questionsAt = (creditValueUsd: number): readonly Question[] => [
  [
    'What is a credit?',
    `Credits pay for answers, pages and documents. One credit is $${creditValueUsd}. The test panel shows what each answer cost, and your credit log lists them all.`,
  ],
  [
    'What costs a credit?',
    'One credit each: an answer with your own API key or the demo model, a crawled page, an indexed page of a document. An answer with our key costs the list price of its tokens times 1.3.',
  ],
  [
    'What happens when I run out of credits?',
    'Your agent shows visitors a message that you write, and continues when you have credits again. The free plan never charges you.',
  ],
  [
    'Is tax included?',
    'US dollar prices don’t include tax. Euro and pound prices show what you pay. Where a net price is shown, tax is added to it.',
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

/** Invalid currencies and intervals are ignored. */
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
  description: 'Start free with 1,000 credits a month. See what paid plans and answers cost.',
  facts: (site) => [product(site), questionFacts(questionsAt(site.creditValueUsd))],
  variant: (query) => addressOf(choiceOf(query)).slice('/pricing'.length),
  body(site, query) {
    const choice = choiceOf(query)
    return html` ${hero({ title: 'Simple, usage-based pricing', text: isAvailable('plan.pay_as_you_go') ? 'Start free. Then pay a small monthly fee plus the credits you use. Unused credits roll over.' : 'Start free. Paid plans are coming; here’s what they’ll cost.' })}
      <section class="wrap part" aria-label="Plans">
        <div class="choices">
          <nav class="switch" aria-label="Billing interval">
            ${BILLING_CYCLES.map((cycle) => chosen({ ...choice, cycle }, CYCLE_NAMES[cycle][0], cycle === choice.cycle))}
          </nav>
          <nav class="switch" aria-label="Currency">
            ${CURRENCIES.map((currency) => chosen({ ...choice, currency }, currency.toUpperCase(), currency === choice.currency))}
          </nav>
        </div>
        <div class="plans">${PLANS.map((plan) => card(plan, choice, site))}</div>
      </section>
      ${forAgencies(site, choice.currency)} ${models(site.creditValueUsd)}
      ${questions(questionsAt(site.creditValueUsd))}`
  },
}

const chosen = (choice: Choice, name: string, now: boolean): Html =>
  html`<a href="${addressOf(choice)}" ${now ? raw(' aria-current="true"') : ''}>${name}</a>`

const PLANNED = 'Planned: this plan can’t be bought yet.'

/** Leads on to Billing, in whatever region the workspace is. */
const BILLING = `/sign-up?redirect=${encodeURIComponent('/app/eu/account/billing')}`

const ACTS: Record<Plan['id'], readonly [address: string, label: string]> = {
  free: ['/get-free-plan', 'Get the free plan'],
  pay_as_you_go: [BILLING, 'Get Pay as you go'],
  enterprise: [contactLink('sales'), 'Contact us'],
}

/** Without a contact form; Billing sends requests to the operator in any case. */
const ASK_INSIDE = [BILLING, 'Ask in Billing'] as const

function card(plan: Plan, choice: Choice, site: SiteContext): Html {
  const { amount, currency, originalAmount, cycle } = priceIn(plan, choice.currency, choice.cycle)
  const isPlanned = !isAvailable(`plan.${plan.id}`)
  // Cards pay by the month.
  const isAsked = plan.id === 'enterprise' || (plan.id === 'pay_as_you_go' && cycle === 'yearly')
  const act = isAsked ? (takesMail(site) ? ACTS.enterprise : ASK_INSIDE) : ACTS[plan.id]
  const [address, label] = isPlanned ? ACTS.free : act
  const from = plan.additionalInfo === 'from'
  const beside = [
    from ? 'In US dollars, custom quote' : plan.additionalInfo,
    ...(cycle === 'yearly' && amount > 0 ? ['12 months for the price of 10, on request'] : []),
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
    ${ticks(plan.features(site.creditValueUsd))}
  </article>`
}

function forAgencies(site: SiteContext, currency: Currency): Html {
  const onSale = addOnsOnSale(site.addOnPrices)
  const monthly = (id: AddOnId) => {
    const price = onSale.find((addOn) => addOn.id === id)?.prices.find((one) => one.currency === currency)
    return price && `${priceText(price.amount, currency)} a month`
  }
  const whiteLabel = monthly('mini-whitelabel')
  const seat = monthly('client_seat')
  const rows: readonly (readonly [name: string, text: string, price: string])[] = [
    [
      'Client dashboard',
      'Organizations for your clients, with sign-ins, chats, leads and analytics of their own',
      'In every plan',
    ],
    ...(seat === undefined ? [] : [['Client seat', 'One more client user, beyond those of your plan', seat] as const]),
    [
      'White label',
      'Your domain, emails, logo and pages, and billing your clients',
      `Free for 14 days${whiteLabel === undefined ? '' : `, then ${whiteLabel}`}`,
    ],
  ]
  return html`<section class="wrap part narrow" id="agencies">
    <div class="intro">
      <h2>For agencies</h2>
      <p>Build agents for your clients on any plan. Add white label when they should see only your name.</p>
    </div>
    <div class="table" tabindex="0" role="region" aria-label="Prices for agencies">
      <table>
        <tbody>
          ${rows.map(
            ([name, text, price]) =>
              html`<tr>
                <th scope="row">${name}<small>${text}</small></th>
                <td class="number">${price}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <div class="row">
      ${goTo('/agencies', 'See what agencies get')}
      ${takesMail(site) ? goTo(contactLink('agencies'), whiteLabel === undefined ? 'Ask for a price' : 'Talk to us') : ''}
    </div>
  </section>`
}

const NAMES = { openai: 'OpenAI', anthropic: 'Anthropic', google: 'Google' } as const
const credits = (amount: number) =>
  amount.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Prices of answers, from the table used for charging. */
function models(creditValueUsd: number): Html {
  const settings = { ...METER_DEFAULTS, creditValueUsd }
  const rows = (['openai', 'anthropic', 'google'] as const).flatMap((provider) =>
    KNOWN_MODELS[provider].map((name) => ({ provider, name, rate: rateOf(name, 'platform', settings) })),
  )
  return html`<section class="wrap part narrow">
    <div class="intro">
      <h2>Model prices in credits</h2>
      <p>Per 1,000 tokens with our key. With your own key, every answer costs one credit.</p>
    </div>
    <div class="table" tabindex="0" role="region" aria-label="Model prices in credits">
      <table>
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col" class="wide">Provider</th>
            <th scope="col" class="number">Input</th>
            <th scope="col" class="number">Output</th>
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
