// A file that the page made, kept by the browser where it keeps downloads.

/** `content` as a file of this name. */
export function download(name: string, content: string | Blob, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Browsers read the address after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
