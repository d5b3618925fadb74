// The page to return to after a provider's sign-in, kept per tab.
const KEY = 'parlance.back'

export function redirectToProvider(url: string, back: string | undefined): void {
  if (back) sessionStorage.setItem(KEY, back)
  else sessionStorage.removeItem(KEY)
  location.assign(url)
}

/** Takes the stored page. The caller must validate it. */
export function takeReturnPath(): string | undefined {
  const back = sessionStorage.getItem(KEY) ?? undefined
  sessionStorage.removeItem(KEY)
  return back
}
