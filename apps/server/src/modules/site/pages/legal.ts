import { type SiteContext, type SitePage } from '../context.ts'
import { type Html, html } from '../html.ts'
import { LEGAL_LINKS } from '../layout.ts'
import type { LegalText } from '../legal/legal.ts'

/** A page with a legal text. Shows a notice if the operator is named but has not reviewed it. */
export const legalPage = (text: LegalText): SitePage => ({
  path: text.path,
  title: text.title,
  description: text.description,
  body: (site) => legalLayout(site, text.path, text.body(site.settings)),
})

export const legalLayout = (site: SiteContext, path: string, content: Html): Html =>
  html` <div class="wrap legal">
    <nav aria-label="Legal">
      <ul>
        ${LEGAL_LINKS.map(([address, name]) => html`<li><a href="${address}" ${address === path ? html` aria-current="page"` : ''}>${name}</a></li>`)}
      </ul>
    </nav>
    <article>${review(site)} ${content}</article>
  </div>`

const review = ({ settings: { operator, legalReviewed } }: SiteContext) =>
  legalReviewed || operator.name === ''
    ? ''
    : html`<aside class="review" aria-label="State of this text">
        <strong>To be reviewed by the operator.</strong> This is a sample text. It is no legal advice and binds nobody
        until ${operator.name} has checked it.
      </aside>`
