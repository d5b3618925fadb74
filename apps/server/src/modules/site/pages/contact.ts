import { type ContactErrors, type ContactMessage, MAX, TOPICS, type Topic, topicOf, TRAP } from '../contact-form.ts'
import type { Query, SiteContext, SitePage } from '../context.ts'
import { type Html, html, raw } from '../html.ts'
import { legalLayout } from './legal.ts'
import type { LegalText } from '../legal/legal.ts'

export const CONTACT_PATH = '/legal/contact'
export const contactLink = (topic: Topic) => `${CONTACT_PATH}?topic=${topic}#form`

/** Without an address of the operator nobody would read a message. */
export const takesMail = ({ settings }: Pick<SiteContext, 'settings'>): boolean => settings.operator.email !== ''

export interface ContactState {
  readonly values: ContactMessage
  readonly errors: ContactErrors
  /** Why the message could not be taken as a whole. */
  readonly refusal?: string
}
const EMPTY: Omit<ContactMessage, 'topic'> = { name: '', email: '', company: '', message: '' }

const stateOf = (query: Query): ContactState => ({
  values: { ...EMPTY, topic: topicOf(query['topic'] ?? 'sales') },
  errors: {},
})
const isSent = (query: Query) => query['sent'] === '1'

/** The text with the form before its first section. `state` is that of an answer which was refused. */
export const contactPage = (text: LegalText, state?: ContactState): SitePage => ({
  path: text.path,
  title: text.title,
  description: text.description,
  variant: (query) => (isSent(query) ? '?sent' : `?${stateOf(query).values.topic}`),
  body(site, query) {
    const words = String(text.body(site.settings))
    const at = words.includes('<h2') ? words.indexOf('<h2') : words.length
    const part = isSent(query) && !state ? sent() : form(state ?? stateOf(query))
    return legalLayout(
      site,
      text.path,
      takesMail(site) ? html`${raw(words.slice(0, at))}${part}${raw(words.slice(at))}` : raw(words),
    )
  },
})

const sent = (): Html =>
  html`<section class="panel contact" id="form" tabindex="-1" role="status">
    <h2>Thanks for your message</h2>
    <p>It’s on its way. We’ll reply by email.</p>
    <p><a href="${CONTACT_PATH}">Send another message</a></p>
  </section>`

function form({ values, errors, refusal }: ContactState): Html {
  const notice = refusal ?? (Object.keys(errors).length > 0 ? 'Check the fields below. Nothing was sent yet.' : '')
  return html`<form class="panel form contact" id="form" action="${CONTACT_PATH}#form" method="post" novalidate>
    <h2>Send us a message</h2>
    ${notice === '' ? '' : html`<p class="refused" role="alert">${notice}</p>`}
    <label for="topic">Topic</label>
    <select id="topic" name="topic">
      ${Object.entries(TOPICS).map(([value, name]) => html`<option value="${value}" ${value === values.topic ? raw('selected') : ''}>${name}</option>`)}
    </select>
    ${field({ name: 'name', label: 'Name', value: values.name, error: errors.name, complete: 'name' })}
    ${field({ name: 'email', label: 'Email', value: values.email, error: errors.email, complete: 'email' })}
    ${field({ name: 'company', label: 'Company (optional)', value: values.company, error: errors.company, complete: 'organization' })}
    <label for="message">Message</label>
    ${textarea(values.message, errors.message)} ${told('message', errors.message)}
    <div class="unseen" aria-hidden="true">
      <label>Leave this empty <input name="${TRAP}" tabindex="-1" autocomplete="off" /></label>
    </div>
    <button class="button" type="submit">Send message</button>
    <p>
      We use what you write only to answer you. The <a href="/legal/privacy-policy">privacy policy</a> says how we
      handle it.
    </p>
  </form>`
}

/** In one piece, because spaces would become part of the text; the first line break in it is none. */
const textarea = (value: string, error: string | undefined): Html => {
  const open = raw(
    `<textarea id="message" name="message" rows="6" required maxlength="${MAX.message}"${marks('message', error)}>\n`,
  )
  return html`${open}${value}${raw('</textarea>')}`
}

const marks = (name: string, error: string | undefined): string =>
  error === undefined ? '' : ` aria-invalid="true" aria-describedby="${name}-error"`
const told = (name: string, error: string | undefined): Html | '' =>
  error === undefined ? '' : html`<p class="error" id="${name}-error">${error}</p>`

const field = (given: {
  name: 'name' | 'email' | 'company'
  label: string
  value: string
  error: string | undefined
  complete: string
}): Html =>
  html`<label for="${given.name}">${given.label}</label>
    <input
      id="${given.name}"
      name="${given.name}"
      type="${given.name === 'email' ? 'email' : 'text'}"
      value="${given.value}"
      autocomplete="${given.complete}"
      maxlength="${MAX[given.name]}"
      ${given.name === 'company' ? '' : raw('required')}
      ${raw(marks(given.name, given.error))}
    />
    ${told(given.name, given.error)}`
