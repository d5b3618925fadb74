// Lists the paths that exist on an agency's host. The public site, sign-up and accounts do not.

const PAGES = /^\/(404|prototype|share|(eu|na)\/prototype\/[^/]+|app(\/.*)?)?\/?$/
const SIGN_IN = /^\/(app\/[a-z]+\/sign-in\/[^/]{1,100}(\/password)?\/?)?$/
const FILES = /^\/(api|sandbox\/stripe|media|stored|assets|widget|fonts)\/|^\/(widget\.js|scheme\.js|push-worker\.js)$/
/** Product and developer pages, only on our own host. */
const OURS = /^\/api\/(docs|openapi\b|sandbox\/|(eu|na)\/mcp\b)/

export const isAgencyPage = (path: string): boolean => PAGES.test(path)
export const isHostSignIn = (path: string): boolean => SIGN_IN.test(path)
/** Signs in by itself, or asks when someone is signed in. */
export const bringsSignIn = ({ token, secret, username, password }: Readonly<Record<string, string>>): boolean =>
  Boolean(token || secret || (username && password))
export const isOnAgencyHost = (path: string): boolean => (FILES.test(path) && !OURS.test(path)) || isAgencyPage(path)

/** Names no one. Its policy allows no styles, so it is plain HTML. */
const plainPage = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><title>${title}</title></head><body><h1>${title}</h1>${body}</body></html>`

export const NOT_AVAILABLE = plainPage('Not available', '<p>There is nothing at this address at the moment.</p>')
export const NOT_FOUND = plainPage(
  'Page not found',
  '<p>The link may be out of date, or the page was deleted.</p><p><a href="/">Go to the start page</a></p>',
)
/** A person who opened an address, rather than a program or a part of a page. */
export const isPageRequest = (method: string, path: string, accept: string | undefined): boolean =>
  method === 'GET' && !FILES.test(path) && accept?.includes('text/html') === true
