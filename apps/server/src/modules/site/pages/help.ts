import type { SiteContext, SitePage } from '../context.ts'
import { HELP_GROUPS, type HelpArticle } from '../help/help.ts'
import { type Html, html } from '../html.ts'
import { icon } from '../icons.ts'
import { markdown } from '../markdown.ts'

const address = (slug: string) => `/help/${slug}`

export function helpPages(articles: readonly HelpArticle[]): SitePage[] {
  const bySlug = new Map(articles.map((article) => [article.slug, article]))
  const groups = HELP_GROUPS.map(({ title, slugs }) => ({
    title,
    articles: slugs.flatMap((slug) => bySlug.get(slug) ?? []),
  }))
  return [overview(groups), ...articles.map((article) => articlePage(article, groups))]
}

interface Group {
  readonly title: string
  readonly articles: readonly HelpArticle[]
}

const overview = (groups: readonly Group[]): SitePage => ({
  path: '/help',
  title: 'Help',
  script: 'help.js',
  description: 'How to build an agent, teach it, put it on your website, and keep it good.',
  body: ({ settings: { operator } }) =>
    html`<div class="wrap help-home" data-help>
      <h1>How can we help?</h1>
      <label class="help-search"
        ><span class="off-screen">Search the help centre</span>${icon('search', 20)}
        <input type="search" placeholder="Search" autocomplete="off" data-help-search disabled
      /></label>
      <p class="help-none" role="status" data-help-none></p>
      ${groups.map(
        ({ title, articles }) =>
          html`<section data-help-group>
            <h2>${title}</h2>
            <ul>
              ${articles.map(
                (article) =>
                  html`<li data-help-words="${article.words}">
                    <a href="${address(article.slug)}"
                      ><strong>${article.title}</strong><span>${article.summary}</span></a
                    >
                  </li>`,
              )}
            </ul>
          </section>`,
      )}
      <p class="help-more">
        Every call of the API is in the <a href="/api/docs">API reference</a>.
        ${operator.email ? html`Still stuck? <a href="mailto:${operator.email}">Write to us</a>.` : ''}
      </p>
    </div>`,
})

const articlePage = (article: HelpArticle, groups: readonly Group[]): SitePage => ({
  path: address(article.slug),
  title: article.title,
  description: article.summary,
  body: (site) =>
    html`<div class="wrap legal help">
      <nav aria-label="Help">
        <p><a href="/help">All articles</a></p>
        ${groups.map((group) => navigation(group, article))}
      </nav>
      <article>${markdown(article.markdown, { picture: picture(site) })}</article>
    </div>`,
})

const navigation = ({ title, articles }: Group, current: HelpArticle): Html =>
  html`<h2>${title}</h2>
    <ul>
      ${articles.map(
        ({ slug, title: name }) =>
          html`<li>
            <a href="${address(slug)}" ${slug === current.slug ? html` aria-current="page"` : ''}>${name}</a>
          </li>`,
      )}
    </ul>`

const picture =
  ({ file }: SiteContext) =>
  (name: string, alt: string) =>
    `<img src="${file(name)}" alt="${alt}" width="1280" height="800" loading="lazy">`
