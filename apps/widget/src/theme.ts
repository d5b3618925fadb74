// Which pictures the frame may show.

/** The image's address when it is on our own origin (or inline); the frame's policy allows no other. */
export function ownImage(url: string | undefined, origin: string): string | undefined {
  if (!url) return undefined
  if (/^data:image\/(png|jpeg|gif|webp|avif)[;,]/i.test(url)) return url
  try {
    const address = new URL(url, origin)
    return address.origin === origin ? address.href : undefined
  } catch {
    return undefined
  }
}
