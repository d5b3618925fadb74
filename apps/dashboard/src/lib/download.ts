// Files that go where the browser keeps downloads.

/** What lies at an address; under `name` where the server tells no other. */
export function downloadFrom(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}

/** `content`, which the page made, as a file of this name. */
export function download(name: string, content: string | Blob, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  downloadFrom(url, name)
  // Browsers read the address after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
