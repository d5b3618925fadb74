import { type Html, html } from './html.ts'
import { icon, type IconName } from './icons.ts'

export const hero = (given: { kicker?: string; title: string; text: string; acts?: Html; scene?: Html }): Html =>
  html`<section class="hero wrap${given.scene ? '' : ' alone'}">
    <div class="words">
      ${given.kicker ? html`<p class="kicker">${given.kicker}</p>` : ''}
      <h1>${given.title}</h1>
      <p class="lead">${given.text}</p>
      ${given.acts ? html`<div class="row">${given.acts}</div>` : ''}
    </div>
    ${given.scene ?? ''}
  </section>`

export const startFree = (label = 'Get the free plan'): Html =>
  html`<a class="button" href="/get-free-plan">${label}</a>`
export const goTo = (address: string, label: string): Html =>
  html`<a class="button plain" href="${address}">${label}${icon('arrow', 18)}</a>`

export interface Point {
  readonly icon: IconName
  readonly title: string
  readonly text: string
}

export const points = (title: string, text: string, list: readonly Point[]): Html =>
  html`<section class="wrap part">
    <div class="intro">
      <h2>${title}</h2>
      ${text ? html`<p>${text}</p>` : ''}
    </div>
    <ul class="points">
      ${list.map(
        (point) =>
          html`<li>
            ${icon(point.icon)}
            <h3>${point.title}</h3>
            <p>${point.text}</p>
          </li>`,
      )}
    </ul>
  </section>`

export const matter = (given: {
  title: string
  text: string
  list?: readonly string[]
  act?: Html
  scene: Html
  turned?: boolean
}): Html =>
  html`<section class="wrap matter${given.turned ? ' turned' : ''}">
    <div class="words">
      <h2>${given.title}</h2>
      <p>${given.text}</p>
      ${given.list ? ticks(given.list) : ''} ${given.act ? html`<div class="row">${given.act}</div>` : ''}
    </div>
    ${given.scene}
  </section>`

export const ticks = (list: readonly string[]): Html =>
  html`<ul class="ticks">
    ${list.map((one) => html`<li>${icon('check', 18)}<span>${one}</span></li>`)}
  </ul>`

export const order = (title: string, list: readonly (readonly [string, string])[]): Html =>
  html`<section class="wrap part">
    <div class="intro"><h2>${title}</h2></div>
    <ol class="order">
      ${list.map(
        ([name, text]) =>
          html`<li>
            <h3>${name}</h3>
            <p>${text}</p>
          </li>`,
      )}
    </ol>
  </section>`

export type Question = readonly [question: string, answer: string]

export const questions = (list: readonly Question[]): Html =>
  html`<section class="wrap part narrow">
    <div class="intro"><h2>Questions</h2></div>
    <div class="questions">
      ${list.map(
        ([question, answer]) =>
          html`<details>
            <summary>${question}</summary>
            <p>${answer}</p>
          </details>`,
      )}
    </div>
  </section>`

export const questionFacts = (list: readonly Question[]) => ({
  '@type': 'FAQPage',
  mainEntity: list.map(([name, text]) => ({
    '@type': 'Question',
    name,
    acceptedAnswer: { '@type': 'Answer', text },
  })),
})

export const plainly = (title: string, text: string): Html =>
  html`<section class="wrap part">
    <div class="plainly">
      <h2>${title}</h2>
      <p>${text}</p>
    </div>
  </section>`

export const closing = (title: string, text: string, act: Html = goTo('/pricing', 'See the prices')): Html =>
  html`<section class="wrap part">
    <div class="closing">
      <h2>${title}</h2>
      <p>${text}</p>
      <div class="row">${startFree()}${act}</div>
    </div>
  </section>`
