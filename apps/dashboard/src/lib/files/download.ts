/** Downloads a URL; `name` applies if the server sends no file name. */
export function downloadFrom(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}

/** Downloads generated `content` as a file. */
export function download(name: string, content: string | Blob, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  downloadFrom(url, name)
  // Browsers read the URL after the click handler returns.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
