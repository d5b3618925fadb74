// While somebody signs in at another provider: where they wanted to go, kept in this tab.
const KEY = 'parlance.back'

export function redirectToProvider(url: string, back: string | undefined): void {
  if (back) sessionStorage.setItem(KEY, back)
  else sessionStorage.removeItem(KEY)
  location.assign(url)
}

/** Where to go on, once. What it says is checked by whoever goes there. */
export function takeReturnPath(): string | undefined {
  const back = sessionStorage.getItem(KEY) ?? undefined
  sessionStorage.removeItem(KEY)
  return back
}
